import { test as base, type Page } from '@playwright/test'
import { Accounts, connectToServer } from './accounts.ts'
import { Agency, type Role } from './agency.ts'
import type { ApiClient } from './api-client.ts'
import { recordSaveMessages } from './save-messages.ts'
import type { Role as DemoRole } from './sign-in.ts'

export { expect, type Page } from '@playwright/test'

type TestFixtures = {
  platform: ApiClient
  /** A company that only this test uses. */
  agency: Agency
  /** Signs the page in as the platform admin. */
  signInAsPlatformAdmin: (page: Page) => Promise<void>
  /** Signs the page in to the demo company. Tests only read it. */
  signInToDemo: (page: Page, role: DemoRole) => Promise<void>
  /** Opens a page in which another user of the agency is signed in. */
  colleague: (role: Role) => Promise<Page>
}

type WorkerFixtures = {
  accounts: Accounts
  demoIds: Record<DemoRole, string>
  platformId: string
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  accounts: [
    async ({ browser: _browser }, use, { project }) => {
      const database = await connectToServer()
      await use(new Accounts(database, project.use.baseURL ?? ''))
      await database.close()
    },
    { scope: 'worker' },
  ],
  demoIds: [
    async ({ accounts }, use) => {
      const roles = ['platform', 'company', 'branch', 'staff', 'vendor'] as const
      const ids = await Promise.all(roles.map(async (role) => [role, await accounts.idOf(`${role}@demo.example`)]))
      await use(Object.fromEntries(ids))
    },
    { scope: 'worker' },
  ],
  // A separate account: the bar on the pages of the demo's platform admin names each company they have entered.
  platformId: [
    async ({ accounts }, use) => {
      const person = { firstName: 'Petronella', lastName: 'Wicks', email: `platform.${crypto.randomUUID()}@people.example` }
      await use(await accounts.insert({ type: 'GYA_ADMIN', companyId: null, ...person }))
    },
    { scope: 'worker' },
  ],
  // Signed in for each test: what needs a confirmed identity is refused some time later.
  platform: async ({ accounts, platformId }, use) => use(await accounts.client(platformId)),
  page: async ({ page }, use) => {
    await recordSaveMessages(page)
    await use(page)
  },
  agency: async ({ accounts, platform }, use) => use(await Agency.open(accounts, platform)),
  signInAsPlatformAdmin: ({ accounts, demoIds }, use) => use((page) => accounts.signIn(page, demoIds.platform)),
  signInToDemo: ({ accounts, demoIds }, use) => use((page, role) => accounts.signIn(page, demoIds[role])),
  colleague: async ({ agency, browser }, use) => {
    const pages: Page[] = []
    await use(async (role) => {
      const page = await browser.newPage()
      pages.push(page)
      await recordSaveMessages(page)
      await agency.signIn(page, role)
      return page
    })
    for (const page of pages) await page.close()
  },
})
