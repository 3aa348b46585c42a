import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import type { TodayItem } from './today-rows.ts'
import { useHiddenItems } from './use-hidden-items.ts'
import { useTodayActions } from './use-today-actions.ts'

beforeEach(() => vi.spyOn(undoStack, 'refuse'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const itemOf = (key: string) =>
  ({ subjectId: 'sale-1', key, description: 'Searches back', address: { line1: '27 Rodway Road' } }) as unknown as TodayItem

/** Actions and hidden items of a list, with these responses to *Done*. */
function opened(answers: (() => Promise<Response>)[]) {
  const keys: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    keys.push((request.headers as Record<string, string>)['idempotency-key'])
    return (answers.shift() ?? (async () => new Response('{"undoId":"u1","description":"Done"}')))()
  })
  const queries = new QueryClient()
  const read = vi.spyOn(queries, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const { hidden, ...hiding } = useHiddenItems(0)
      const actions = useTodayActions('c1', hiding, { singleKeys: true, onDetails: () => undefined, onBack: () => undefined })
      return { hidden, actions }
    },
    { wrapper },
  )
  return { keys, read, result }
}

test.each([
  ['an HTML page', async () => new Response('<!doctype html><title>Proxy</title>')],
  ['half a body', async () => new Response('{"undoId":"u')],
  ['silence', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
] as const)(
  'Done answered by %s: the row returns with its reason, Try again repeats it, and the list is read again',
  async (_name, lost) => {
    const { keys, read, result } = opened([lost])
    await act(() => result.current.actions.complete([itemOf('a')], null))
    expect(result.current.hidden.size).toBe(0)
    expect(read).toHaveBeenCalledTimes(1)
    const [text, { retry } = {}] = vi.mocked(undoStack.refuse).mock.lastCall ?? []
    expect(text).toMatch(/^27 Rodway Road, Searches back: The server’s answer could not be read/)
    act(() => retry?.())
    await waitFor(() => expect(undoStack.get().message?.text).toBe('Done'))
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    await act(() => result.current.actions.complete([itemOf('b')], null))
    await waitFor(() => expect(read).toHaveBeenCalledTimes(3))
  },
)
