import { describe, expect, test } from 'vitest'
import { createUndoStack, maxUndo, placeOf, type Undoable } from './undo-stack.ts'

const change = (undoId: string, more: Partial<Undoable> = {}): Undoable => ({
  companyId: 'c1',
  undoId,
  description: `Change ${undoId}`,
  ...more,
})

describe('undo stack', () => {
  test('the newest change is undone first', () => {
    const stack = createUndoStack({ place: () => '/today' })
    stack.push(change('a'))
    stack.push(change('b'))
    expect(stack.pop()?.undoId).toBe('b')
    expect(stack.pop()?.undoId).toBe('a')
    expect(stack.pop()).toBeUndefined()
  })

  test('on another screen it says what it would undo; the change is undone once that is said', () => {
    let screen = '/today'
    const stack = createUndoStack({ place: () => screen })
    stack.push(change('call'))
    screen = 'sale-1'
    stack.push(change('step'))
    stack.announce('Something else')
    screen = '/branch/week'
    expect(stack.pop()).toBeUndefined()
    expect(stack.ask()).toBe(true)
    expect(stack.get().message).toMatchObject({ of: { undoId: 'step' } })
    expect(stack.pop()?.undoId).toBe('step')
    screen = '/today'
    stack.announce('Something else')
    expect(stack.pop()?.undoId).toBe('call')
    expect(stack.ask()).toBe(false)
  })

  test('redo is of what is on the screen, too', () => {
    let screen = '/today'
    const stack = createUndoStack({ place: () => screen })
    stack.push(change('a', { redo: () => Promise.resolve(null) }))
    const undone = stack.pop()
    if (undone) stack.undone(undone, 'Undone')
    screen = '/updates'
    expect(stack.popRedo()).toBeUndefined()
    screen = '/today'
    expect(stack.popRedo()?.undoId).toBe('a')
  })

  test('the tabs of a sale are one place, and the full call card belongs to Today', () => {
    expect(placeOf({ pathname: '/property/offers', search: '?company=c&property=p1' })).toBe('p1')
    expect(placeOf({ pathname: '/property/manage', search: '?company=c' })).toBe('/property/manage')
    expect(placeOf({ pathname: '/chase', search: '?party=poc:1' })).toBe('/today')
  })

  test('keeps 50 changes', () => {
    const stack = createUndoStack({ place: () => '/today' })
    for (let count = 0; count <= maxUndo; count += 1) stack.push(change(String(count)))
    expect(stack.get().undo).toHaveLength(maxUndo)
    expect(stack.get().undo[0]?.undoId).toBe('1')
  })

  test('says what was saved, with its change', () => {
    const stack = createUndoStack({ place: () => '/today' })
    stack.push(change('a'))
    expect(stack.get().message).toMatchObject({ text: 'Change a', tone: 'done', of: { undoId: 'a' } })
  })

  test('an undone change with a redo function can be redone until another change is saved', () => {
    const stack = createUndoStack({ place: () => '/today' })
    const redo = () => Promise.resolve(null)
    stack.push(change('a', { redo }))
    stack.push(change('b'))
    for (const undone of [stack.pop(), stack.pop()]) if (undone) stack.undone(undone, 'Undone')
    expect(stack.get().redo.map(({ undoId }) => undoId)).toEqual(['a'])
    stack.push(change('c'))
    expect(stack.popRedo()).toBeUndefined()
  })

  test('a message is dismissed by its own id only', () => {
    const stack = createUndoStack({ place: () => '/today' })
    stack.announce('first')
    const first = stack.get().message?.id ?? 0
    stack.refuse('second')
    stack.dismiss(first)
    expect(stack.get().message).toMatchObject({ text: 'second', tone: 'refused' })
  })

  test('settled() waits for saves under way, also for those that began meanwhile', async () => {
    const stack = createUndoStack({ place: () => '/today' })
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

  describe('after a reload of the tab', () => {
    const memory = () => {
      const kept = new Map<string, string>()
      return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
    }
    const hour = 3_600_000

    test('what can still be undone is there, in its order, without a message', () => {
      const tab = memory()
      const before = createUndoStack({ place: () => '/today', storage: () => tab, now: () => 0 })
      for (const id of ['a', 'b', 'c']) before.push(change(id))
      before.pop()
      const stack = createUndoStack({ place: () => '/today', storage: () => tab, now: () => hour })
      stack.restore()
      expect(stack.get().undo).toEqual(['a', 'b'].map((id) => change(id, { at: 0, place: '/today' })))
      expect(stack.get().message).toBeNull()
      expect(stack.pop()?.undoId).toBe('b')
    })

    test('"409 UNDO_TOO_LATE after 8 hours": what is older is not offered', () => {
      const tab = memory()
      let clock = 0
      const before = createUndoStack({ place: () => '/today', storage: () => tab, now: () => clock })
      before.push(change('old'))
      clock = hour
      before.push(change('new'))
      clock = 8 * hour + 1
      const stack = createUndoStack({ place: () => '/today', storage: () => tab, now: () => clock })
      stack.restore()
      expect(stack.get().undo.map(({ undoId }) => undoId)).toEqual(['new'])
    })

    test.each(['no JSON', '{}', '[null,1,{"undoId":"a"}]'])('unreadable entries are left out: %s', (text) => {
      const stack = createUndoStack({ place: () => '/today', storage: () => ({ getItem: () => text, setItem: () => undefined }) })
      stack.restore()
      expect(stack.get().undo).toEqual([])
    })
  })
})
