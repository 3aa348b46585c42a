import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import BulkBar from './bulk-bar.tsx'
import type { ShownRow } from './report-columns.tsx'
import { createSelection } from './selection.ts'

vi.mock('../../lib/session/session.tsx', () => ({ useMay: () => true }))
vi.mock('./bulk-dialog.tsx', () => ({ BulkDialog: () => null }))

afterEach(cleanup)

test('says that folded rows are not among all that are selected', () => {
  const rows = ['a', 'b'].map((_id) => ({ _id }) as ShownRow)
  const selection = createSelection(true)
  selection.set(['a', 'b'])
  const bar = (folded: number) => (
    <BulkBar companyId="c" rows={rows} folded={folded} selection={selection} replaceRow={() => true} onSaved={() => {}} />
  )
  const { rerender } = render(bar(3))
  expect(screen.getByRole('toolbar').textContent).toContain('2 selected3 exchanged folded, not selected')
  rerender(bar(0))
  expect(screen.getByRole('toolbar').textContent).not.toContain('folded')
})
