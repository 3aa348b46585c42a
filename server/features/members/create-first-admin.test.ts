import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createFirstAdmin } from './create-first-admin.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

test('createFirstAdmin creates one admin when several processes start at once', async () => {
  const { database, clock } = testApp
  const admin = { email: 'first@people.example', password: 'First-Password-2026' }
  await Promise.all(Array.from({ length: 4 }, () => createFirstAdmin(database, clock, admin, { breachedPasswords: undefined })))
  expect(await database.db.selectFrom('app_user').select('email').execute()).toEqual([{ email: admin.email }])
})
