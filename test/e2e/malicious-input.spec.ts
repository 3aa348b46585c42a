import { expect, test } from '@playwright/test'
import { visitMaliciousCompany } from './support/malicious-input.ts'

/** The screens with the most user text, for the fast tier. */
const paths = [
  '/company/manage',
  '/company/contacts',
  '/company/timeline',
  '/property/edit?panel=history',
  '/property/timeline',
  '/property/offers',
  '/property/contacts',
  '/property/chain',
  '/property/memo',
  '/vendor',
]

test('Malicious input: runs nothing, requests nothing and fits on the screens with the most user text', async ({
  browser,
  baseURL,
}) => {
  const { faults, unseen } = await visitMaliciousCompany(browser, baseURL, paths)
  expect.soft(faults).toEqual([])
  expect.soft(unseen).not.toContain('offers name')
})

/**
 * Input that these screens do not show unchanged: messages and reasons that are only sent or recorded, the temporary id of a chain link,
 * file names (special characters are removed), texts in dialogs and editors, the sheet names of a file before it is read, and the system of
 * an import (in lower case).
 */
const notOnScreens = [
  'chain _id',
  'contacts note',
  'contacts pocs.note',
  'documents file',
  'documents message',
  'gates help',
  'imports sheet',
  'imports system',
  'messageTemplates body',
  'messageTemplates subject',
  'messages body',
  'support message',
  'timeline dueReason',
  'vendorUpdates text',
  'views name',
]

test('Malicious input: every screen shows it as typed, runs nothing, requests nothing and fits', { tag: '@full' }, async ({
  browser,
  baseURL,
}) => {
  const { faults, unseen } = await visitMaliciousCompany(browser, baseURL)
  expect.soft(faults).toEqual([])
  expect.soft(unseen).toEqual(notOnScreens)
})
