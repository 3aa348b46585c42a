import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { type CellNotice, createEditSession } from './edit-session.ts'
import type { ShownRow } from './report-columns.tsx'

afterEach(() => vi.unstubAllGlobals())

const row = { _id: 'sale-1', company: 'c1', branch: 'b1', completionDate: null } as unknown as ShownRow

test.each([
  ['an HTML page', async () => new Response('<!doctype html><title>Proxy</title>')],
  ['half a body', async () => new Response('{"undoId":"u')],
] as const)('two edits of one sale: the first is answered by %s, and the second is saved', async (_name, lost) => {
  const answers = [lost, async () => new Response('{"undoId":null,"description":"","changes":[],"rows":[]}')]
  const fetched = vi.fn<() => Promise<Response>>(() => (answers.shift() ?? lost)())
  vi.stubGlobal('fetch', fetched)
  const refused: CellNotice[] = []
  const saved = vi.fn<() => void>()
  const session = createEditSession(() => ({
    companyId: 'c1',
    queries: new QueryClient(),
    rowById: () => row,
    overlay: () => undefined,
    replaceRow: () => true,
    holdRefetch: () => undefined,
    onRefused: (notice) => refused.push(notice),
    onSaved: saved,
  }))
  session.commit(row, 'completionDate', { field: 'completionDate', to: '2026-12-01' } as never)
  session.commit(row, 'completionDate', { field: 'completionDate', to: '2026-12-02' } as never)
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(refused.map(({ column, text }) => [column, text.slice(0, 39)])).toEqual([
    ['completionDate', 'The server’s answer could not be read, '],
  ])
  expect(session.isSaving()).toBe(false)
})
