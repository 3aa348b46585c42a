import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type * as UseCall from '../../lib/api/use-call.ts'
import { SentList } from './sent-list.tsx'

const mail = {
  _id: 'one',
  to: ['vendor@people.example'],
  cc: [],
  bcc: [],
  subject: '7 Vendor Street: news of your sale',
  attachments: [],
  state: 'sent',
  attempts: 1,
  refused: [],
  lastError: null,
  createdon: '2026-11-20T09:00:00Z',
  sentOn: '2026-11-20T09:02:00Z',
}
const paging = { count: 2, itemsPerPage: 10, currentPage: 0, totalPages: 1 }
const data = [
  { ...mail, sentBy: 'Tamsin Larkspur' },
  { ...mail, _id: 'two', sentBy: null },
]

vi.mock('../../lib/api/use-call.ts', async (original) => ({
  ...(await original<typeof UseCall>()),
  useCall: () => ({ data: { data, paging }, isPlaceholderData: false }),
}))
vi.mock('../../ui/table/use-scroll-restoration.ts', () => ({ useScrollRestoration: () => undefined }))

afterEach(cleanup)

test('an e-mail that nobody sent is automatic', () => {
  render(<SentList params={{ companyId: '', branchId: '', propertyId: '' }} />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Tamsin Larkspur'),
    expect.stringContaining('Automatic'),
  ])
})
