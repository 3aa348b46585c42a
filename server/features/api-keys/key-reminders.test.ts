import { rotateApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { daysAfter } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { sendKeyReminders } from './key-reminders.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
})
afterEach(() => fixtures.close())

const remind = () => sendKeyReminders({ database: fixtures.database, clock: fixtures.clock, publicUrl: 'https://gya.example' })
const subjects = async () => (await findMailsTo(fixtures, fixtures.emailOf('company'))).map(({ subject }) => subject)

test('company admins are reminded 14 and 2 days before the end and on the day, once each', async () => {
  await makeKey(fixtures, { scopes: ['note:write'] })
  const start = fixtures.clock.now()
  const sent: string[] = []
  for (const day of [75, 76, 76, 87, 88, 89, 90, 91]) {
    fixtures.clock.moveTo(daysAfter(start, day - 0.1))
    const before = (await subjects()).length
    await remind()
    const now = await subjects()
    // Newest first.
    sent.push(...now.slice(0, now.length - before).map((subject) => `${day}: ${subject}`))
  }
  expect(sent).toEqual([
    '76: The key “Website” ends in 14 days',
    '88: The key “Website” ends in 2 days',
    '90: The key “Website” ends today',
  ])
})

test('no reminder is sent for a replaced key', async () => {
  const { keyId } = await makeKey(fixtures, { scopes: ['note:write'] })
  await fixtures.as('company').ok(rotateApiKey, { params: { ...fixtures.a, keyId }, body: { oldEndsAfterDays: 7 } })
  await remind()
  expect((await subjects()).filter((subject) => subject.includes('ends'))).toEqual([])
})
