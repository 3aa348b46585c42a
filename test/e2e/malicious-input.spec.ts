import { expect, test } from '@playwright/test'
import { visitMaliciousCompany } from './support/malicious-input.ts'

/** The screens that show the most text that people type; `hostile.full.spec.ts` opens all of them. */
const short = [
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

test('hostile text runs nothing, fetches nothing, and fits on the screens that show the most of it', async ({
  browser,
  baseURL,
}) => {
  const { wrong, unseen } = await visitMaliciousCompany(browser, baseURL, short)
  expect.soft(wrong).toEqual([])
  expect.soft(unseen).not.toContain('offers name')
})
