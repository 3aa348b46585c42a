import { beforeEach, expect, test } from 'vitest'
import { claimStorage } from '../storage/storage-owner.ts'
import { forgetOpener, type Opener, readOpener, storeOpener } from './opener.ts'

const opener: Opener = {
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
  storeOpener({ ...opener, fullName: 'Ada Byron', email: 'ada@example.com' } as Opener)
})

test('the opener of a tab has what decides the first requests, and nothing that names a person', () => {
  expect(readOpener()).toEqual(opener)
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/Byron|example/)
})

test('another person who signs in, here or in another tab, and the end of the session leave none', () => {
  localStorage.setItem('gya.owner', 'bea')
  expect(readOpener()).toBeNull()
  claimStorage('bea')
  claimStorage('ada')
  expect(readOpener()).toBeNull()
  storeOpener(opener)
  forgetOpener()
  expect(readOpener()).toBeNull()
})
