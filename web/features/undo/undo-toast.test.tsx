import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { undoLast } from '../../lib/undo/undo-last.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import UndoToast from './undo-toast.tsx'

const change = { companyId: 'c1', undoId: 'u1', description: 'E-mailed 3 parties' }
const already = (details?: object) => ({
  code: 'MAIL_ALREADY_SENT',
  message: 'The e-mail to Ann Bell has been sent already.',
  ...(details ? { details } : {}),
})

beforeEach(() => {
  // The session is read from it.
  document.cookie = 'gya_session_present=1'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The toast after this response to Undo, and the request that was sent. */
async function shown(answers: object[]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    sent.push(JSON.parse(request.body as string))
    const answer = answers.shift()
    return Promise.resolve(new Response(JSON.stringify(answer), { status: answer && 'code' in answer ? 409 : 200 }))
  })
  const queries = new QueryClient()
  undoStack.push(change)
  render(
    <QueryClientProvider client={queries}>
      <UndoToast />
    </QueryClientProvider>,
  )
  await undoLast(queries)
  return sent
}

describe('"With `{ rest: true }` (\'Undo the rest\') all else is." [day §10](docs/design/day.md#10)', () => {
  test('offered where something of the change has not left', async () => {
    const sent = await shown([already({ rest: 'true' }), { description: 'Undone, but for what was sent: E-mailed 3 parties' }])
    expect(await screen.findByText(/Not undone. The e-mail to Ann Bell has been sent already./)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo the rest' }))
    expect(await screen.findByText(/but for what was sent/)).toBeTruthy()
    expect(sent).toEqual([{}, { rest: true }])
    expect(screen.queryByRole('button', { name: 'Undo the rest' })).toBeNull()
  })

  test('not offered where all of it has left', async () => {
    await shown([already()])
    expect(await screen.findByText(/has been sent already/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo the rest' })).toBeNull()
  })
})

test('The message is there for ten seconds, and as long as a palette hides it; a failure stays until it is closed', async () => {
  vi.useFakeTimers()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.open = true
  undoStack.push(change)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UndoToast />
    </QueryClientProvider>,
  )
  const isShown = () => screen.queryByText(/E-mailed 3 parties/) !== null
  await act(() => vi.advanceTimersByTimeAsync(25_000))
  expect(isShown()).toBe(true)
  dialog.remove()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(isShown()).toBe(false)
  act(() => undoStack.refuse('3 Almanac Row: the completion date is over.'))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('alert').textContent).toContain('the completion date is over.')
  vi.useRealTimers()
})

test('While a dialog is open the message is a part of it: all else is inert', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.className = 'dialog'
  undoStack.push(change)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UndoToast />
    </QueryClientProvider>,
  )
  const toast = () => screen.getByText(/E-mailed 3 parties/)
  expect(dialog.contains(toast())).toBe(false)
  act(() => dialog.setAttribute('open', ''))
  await waitFor(() => expect(dialog.contains(toast())).toBe(true))
  act(() => dialog.remove())
  await waitFor(() => expect(document.body.contains(toast())).toBe(true))
})

test('A message whose dialog closes at the same time is shown on the page', async () => {
  // As browsers do.
  const showPopover = function (this: HTMLElement) {
    if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements', 'InvalidStateError')
  }
  Object.defineProperty(HTMLElement.prototype, 'showPopover', { configurable: true, value: showPopover })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'))
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.open = true
  document.body.append(dialog)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UndoToast />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(dialog.querySelector('.toasts')).not.toBeNull())
  act(() => {
    dialog.remove()
    undoStack.push({ ...change, undoId: 'u2' })
  })
  expect(await screen.findByText('E-mailed 3 parties')).toBeTruthy()
})
