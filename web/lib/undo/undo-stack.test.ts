import { describe, expect, test } from 'vitest'
import { createUndoStack, maxUndo, type Undoable } from './undo-stack.ts'

const change = (undoId: string, more: Partial<Undoable> = {}): Undoable => ({
  companyId: 'c1',
  undoId,
  description: `Change ${undoId}`,
  ...more,
})

describe('undo stack', () => {
  test('the newest change is undone first', () => {
    const stack = createUndoStack()
    stack.push(change('a'))
    stack.push(change('b'))
    expect(stack.pop()?.undoId).toBe('b')
    expect(stack.pop()?.undoId).toBe('a')
    expect(stack.pop()).toBeUndefined()
  })

  test('keeps 50 changes', () => {
    const stack = createUndoStack()
    for (let count = 0; count <= maxUndo; count += 1) stack.push(change(String(count)))
    expect(stack.get().undo).toHaveLength(maxUndo)
    expect(stack.get().undo[0]?.undoId).toBe('1')
  })

  test('says what was saved, with its change', () => {
    const stack = createUndoStack()
    stack.push(change('a'))
    expect(stack.get().message).toMatchObject({ text: 'Change a', tone: 'done', of: { undoId: 'a' } })
  })

  test('an undone change can be made anew if it knows how, until another change is saved', () => {
    const stack = createUndoStack()
    const redo = () => Promise.resolve(null)
    stack.push(change('a', { redo }))
    stack.push(change('b'))
    for (const undone of [stack.pop(), stack.pop()]) if (undone) stack.undone(undone, 'Undone')
    expect(stack.get().redo.map(({ undoId }) => undoId)).toEqual(['a'])
    stack.push(change('c'))
    expect(stack.popRedo()).toBeUndefined()
  })

  test('a message is dismissed by its own id only', () => {
    const stack = createUndoStack()
    stack.announce('first')
    const first = stack.get().message?.id ?? 0
    stack.refuse('second')
    stack.dismiss(first)
    expect(stack.get().message).toMatchObject({ text: 'second', tone: 'refused' })
  })

  test('settled() waits for saves under way, also for those that began meanwhile', async () => {
    const stack = createUndoStack()
    const order: string[] = []
    const save = async (name: string, next?: () => void) => {
      await Promise.resolve()
      order.push(name)
      next?.()
    }
    void stack.track(save('first', () => void stack.track(save('second'))))
    await stack.settled()
    expect(order).toEqual(['first', 'second'])
  })
})
