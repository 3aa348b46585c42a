import { beforeEach, expect, test } from 'vitest'
import { claimStorage } from '../storage/storage-owner.ts'
import {
  type FirstLoadAccount,
  forgetFirstLoadAccount,
  readFirstLoadAccount,
  storeFirstLoadAccount,
} from './first-load-account.ts'

const account: FirstLoadAccount = {
  _id: 'ada',
  type: 'BRANCH_STAFF',
  startsWith: 'today',
  activated: true,
  passwordReset: false,
  company: { _id: 'company-1' },
  branches: [{ _id: 'branch-1' }],
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  claimStorage('ada')
  // Names, addresses and the like of the account are not stored.
  storeFirstLoadAccount({ ...account, fullName: 'Ada Byron', email: 'ada@example.com' } as FirstLoadAccount)
})

test('a tab stores what decides the first requests, and nothing that names a person', () => {
  expect(readFirstLoadAccount()).toEqual(account)
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/Byron|example/)
})

test('another person who signs in, here or in another tab, and the end of the session leave none', () => {
  localStorage.setItem('gya.owner', 'bea')
  expect(readFirstLoadAccount()).toBeNull()
  claimStorage('bea')
  claimStorage('ada')
  expect(readFirstLoadAccount()).toBeNull()
  storeFirstLoadAccount(account)
  forgetFirstLoadAccount()
  expect(readFirstLoadAccount()).toBeNull()
})
