import { expect, test } from '@playwright/test'
import { visitMaliciousCompany } from './support/malicious-input.ts'

/** The screens with the most user text. `malicious-input.full.spec.ts` opens all screens. */
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
