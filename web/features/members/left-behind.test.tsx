import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LeftBehind, LeftByRole } from './left-behind.tsx'

const made = {
  count: 0,
  held: { sales: 0, homes: 0, withdrawn: 0 },
  tasks: 0,
  branches: [],
  keys: [{ _id: 'k', name: 'Website', prefix: 'gya_ab12' }],
  webhooks: [{ _id: 'w', url: 'https://hooks.example/gya' }],
  feeds: [{ _id: 'f', name: 'Calendar' }],
}
vi.mock('../../lib/api/use-call.ts', () => ({ useCall: () => ({ data: made }) }))

afterEach(cleanup)

const person = { companyId: 'c', userId: 'u' }
const said = () => screen.queryByRole('status')?.textContent ?? ''

test('a role without keys and webhooks names those that end; a role that keeps them says nothing', () => {
  render(<LeftByRole {...person} before="COMPANY_ADMIN" type="BRANCH_STAFF" />)
  expect(said()).toContain(
    'They made: key Website (gya_ab12…), webhook https://hooks.example/gya. What uses them stops working when you save this role.',
  )
  cleanup()
  render(<LeftByRole {...person} before="BRANCH_STAFF" type="READER" />)
  expect(said()).toBe('')
})

const dialog = { name: 'Digby Underhay', onShare: () => {}, keepsConnections: false, onKeepConnections: () => {} }

test('deactivating and deleting name them in the same words, and the calendar feeds', () => {
  render(<LeftBehind {...dialog} sales={made} />)
  expect(said()).toContain('webhook https://hooks.example/gya. What uses them stops working, unless you take them over.')
  expect(said()).toContain('1 calendar feed of theirs ends.')
})

test('the dialogs say in one sentence what somebody leaves behind: acceptance story 11 of [seat §19](docs/design/seat.md#19)', () => {
  const sales = {
    ...made,
    keys: [],
    webhooks: [],
    feeds: [],
    count: 17,
    held: { sales: 15, homes: 2, withdrawn: 0 },
    tasks: 3,
    branches: [{ _id: 'b', name: 'Tilehurst', count: 17, held: { sales: 15, homes: 2, withdrawn: 0 } }],
  }
  render(<LeftBehind {...dialog} sales={sales} />)
  expect(said()).toContain(
    'Digby Underhay runs 15 sales and 2 homes for sale of Tilehurst that are not completed and has 3 open tasks. Without a new progressor they stand under Nobody.',
  )
  cleanup()
  render(<LeftBehind {...dialog} sales={{ ...sales, count: 0 }} />)
  expect(said()).toContain('Digby Underhay has 3 open tasks.')
  cleanup()
  render(<LeftBehind {...dialog} sales={{ ...sales, count: 0 }} branchId="b" />)
  expect(said()).toBe('')
})
