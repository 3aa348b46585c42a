import { expect, test } from '@playwright/test'
import { visitMaliciousCompany } from './support/malicious-input.ts'

/**
 * What is not found on these screens as it was typed: texts of messages and reasons that are sent or recorded and not shown,
 * the name that a link of a chain has until it gets an id, a file's name, which is kept without its signs, and the notes of a
 * point of contact and the reason of a moved due date, which stand in dialogs of their own.
 */
const notOnScreens = [
  'chain _id',
  'contacts note',
  'contacts pocs.note',
  'documents file',
  'documents message',
  'offers amendReason',
  'support message',
  'timeline dueReason',
]

test('hostile text is shown on every screen as it was typed: it runs nothing, fetches nothing, and fits', async ({
  browser,
  baseURL,
}) => {
  const { wrong, unseen } = await visitMaliciousCompany(browser, baseURL)
  expect.soft(wrong).toEqual([])
  expect.soft(unseen).toEqual(notOnScreens)
})
