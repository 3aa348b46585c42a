import { emptyCounts, type ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ImportFoot } from './import-foot.tsx'
import { noShare } from './share-imported.tsx'

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => () => {} }))
vi.mock('../../lib/url-state/current-scope.ts', async (original) => ({
  ...(await original<object>()),
  useScopedPath: () => (path: string) => path,
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const counts = { ...emptyCounts, rows: 9, confirmed: 5, toCreate: 3, toUpdate: 2, error: 3, duplicate: 1, create: 3, update: 2 }
const one = { _id: 'i', state: 'checked', position: 4, confirmedOn: null, jobFailedOn: null, undoUntil: null, files: [], counts }

test('Import now asks first, in numbers and with the focus on Cancel: a double click imports nothing', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push(`${url} ${body}`)
    return Promise.resolve(new Response('{}'))
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportFoot companyId="c" one={one as unknown as ImportDetail} share={noShare} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Import now…' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('Create3Update2Stay out4: 3 errors, 1 duplicate')
  expect(document.activeElement?.textContent).toBe('Cancel')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual([])
  await user.dblClick(screen.getByRole('button', { name: 'Import now…' }))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Import 5 rows' }), { detail: 2 })
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Import 5 rows' }))
  expect(sent).toEqual(['/api/company/c/import/i/run {"position":4}'])
})
