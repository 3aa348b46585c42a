import { emptyCounts, type ImportDetail, makeAll } from '@gya/domain/features/imports/imports.model.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ImportCheck } from './import-check.tsx'
import { ImportReport } from './import-report.tsx'
import { noShare } from './share-imported.tsx'

// The table of rows reads them from the API.
vi.mock('./import-rows.tsx', async (original) => ({
  ...(await original<object>()),
  ImportRows: ({ tools }: { tools: ReactNode }) => tools,
}))

afterEach(cleanup)

const share = { share: noShare, onShare: () => {} }
const fileOf = (name: string, errors: number) => ({ _id: name, name, state: 'read', errors })
const buttons = (...files: ReturnType<typeof fileOf>[]) => {
  render(<ImportCheck {...share} companyId="c" one={{ _id: 'i', counts: emptyCounts, files } as unknown as ImportDetail} />)
  return screen.queryAllByRole('button', { name: /rrors of|has errors/ }).map(({ textContent }) => textContent)
}

test('offers a download of errors only for files with errors, with their number', () => {
  expect(buttons(fileOf('sales.csv', 1_204), fileOf('firms.csv', 0))).toEqual(['Errors of sales.csv (1,204)'])
})

test('leaves out the name of the only file; offers nothing without errors', () => {
  expect(buttons(fileOf('sales.csv', 3))).toEqual(['Download what has errors (3)'])
  cleanup()
  expect(buttons(fileOf('sales.csv', 0))).toEqual([])
})

test('warns of rows that say something is done without its day, with their number and lines', () => {
  const undatedRows = [
    { fileId: 'sales.csv', rowNo: 4 },
    { fileId: 'sales.csv', rowNo: 7 },
    { fileId: 'offers.csv', rowNo: 1203 },
  ]
  const counts = { ...emptyCounts, undated: 1240, undatedRows }
  const files = [fileOf('sales.csv', 0), fileOf('offers.csv', 0)]
  render(
    <ImportCheck
      {...share}
      companyId="c"
      one={{ _id: 'i', state: 'checked', counts, files, make: makeAll } as unknown as ImportDetail}
    />,
  )
  const notice = screen.getByRole('status').textContent
  expect(notice).toContain('1,240 rows say that something is done, but not when')
  expect(notice).toContain('Lines 4 and 7 of sales.csv; line 1,203 of offers.csv; and 1,237 rows more.')
})

test('lists all firms that are made, after the first twelve on request', () => {
  const firms = Array.from({ length: 15 }, (_, n) => ({ name: `Firm ${n + 1}`, alike: null }))
  const counts = { ...emptyCounts, made: { firms, people: 2, more: 5 } }
  const one = { _id: 'i', state: 'checked', counts, files: [], make: makeAll } as unknown as ImportDetail
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportCheck {...share} companyId="c" one={one} />
    </QueryClientProvider>,
  )
  const listed = () => screen.getAllByRole('listitem').length
  expect(screen.getByText('20 new firms and 2 new people in these sales')).toBeTruthy()
  expect(listed()).toBe(12)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 15' }))
  expect(listed()).toBe(15)
  expect(screen.getByText('And 5 more.')).toBeTruthy()
})

test('the counts of the report add up to the rows read: written, held back, stay out', () => {
  const counts = { ...emptyCounts, rows: 60, confirmed: 50, error: 2, skip: 5, same: 3, written: 46, heldBack: 1, leftOut: 3 }
  const one = { _id: 'i', state: 'done', counts, files: [], vendors: null } as unknown as ImportDetail
  render(<ImportReport companyId="c" one={one} />)
  const shown = screen.getAllByRole('button', { pressed: false }).concat(screen.getAllByRole('button', { pressed: true }))
  expect(shown.map(({ textContent }) => textContent).toSorted()).toEqual(['Held back1', 'Stay out13', 'Written46'])
  expect(screen.getByText(/13 stay out: 2 errors, 3 the same, 5 skipped, 3 refused by a rule/)).toBeTruthy()
})

test('says once that properties have no branch; what asks for a choice stands before what is assumed', () => {
  const made = { firms: [{ name: 'Heron Legal', alike: null }], people: 0 }
  const counts = { ...emptyCounts, withoutBranch: 28, withoutProgressor: 12, withoutTakeOn: 30, made }
  const one = { _id: 'i', state: 'checked', counts, files: [], make: makeAll } as unknown as ImportDetail
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportCheck {...share} companyId="c" one={one} />
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('status').flatMap((notice) => notice.querySelector('b')?.textContent ?? [])).toEqual([
    '28 properties have no branch',
    '12 sales without a progressor',
    '1 new firm and 0 new people in these sales',
    '30 properties have no date taken on or launched',
  ])
  expect(screen.getByRole('button', { name: 'Use it and check again' }).getAttribute('aria-disabled')).toBe('true')
})
