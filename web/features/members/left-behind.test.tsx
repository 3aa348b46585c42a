import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LeftBehind, LeftByRole } from './left-behind.tsx'

const made = {
  count: 0,
  tasks: 0,
  branches: [],
  keys: [{ name: 'Website', prefix: 'gya_ab12' }],
  webhooks: [{ url: 'https://hooks.example/gya' }],
  feeds: [{ name: 'Calendar' }],
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

test('deactivating and deleting name them in the same words, and the calendar feeds', () => {
  render(<LeftBehind {...person} onHandOver={() => {}} keepsConnections={false} onKeepConnections={() => {}} />)
  expect(said()).toContain('webhook https://hooks.example/gya. What uses them stops working, unless you take them over.')
  expect(said()).toContain('1 calendar feed of theirs ends.')
})
