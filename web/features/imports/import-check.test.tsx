import { emptyCounts, type ImportDetail, makeAll } from '@gya/domain/features/imports/imports.model.ts'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ImportCheck } from './import-check.tsx'
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
