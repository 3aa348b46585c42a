import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatable } from './repeatable.ts'
import { redoLast, undoLast } from './undo-last.ts'
import { undoStack } from './undo-stack.ts'

beforeEach(() => {
  // The session is read from it.
  document.cookie = 'gya_session_present=1'
})
afterEach(() => vi.unstubAllGlobals())

test('a call that is undone and made again is logged with its note', async () => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    sent.push([new URL(url, 'http://gya').pathname, JSON.parse(request.body as string)])
    const answer = { _id: 'x', undoId: 'second', description: 'Spoke: Ann Bell, 1 sale' }
    return Promise.resolve(new Response(JSON.stringify(answer), { status: 200 }))
  })
  const params = { companyId: 'c1' }
  const sales = [{ propertyId: 'p1', outcome: 'spoke' as const }]
  const body = { partyRef: 'poc:1', note: 'She posts it on Monday', sales }
  const change = { companyId: 'c1', undoId: 'first', description: 'Spoke: Ann Bell, 1 sale' }
  undoStack.push(repeatable(logConversation, { params, body }, change))
  const queries = new QueryClient()
  await undoLast(queries)
  await redoLast(queries)
  expect(sent.at(-1)).toEqual(['/api/conversation/c1', body])
  expect(undoStack.get().undo.at(-1)?.undoId).toBe('second')
})
