import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import type { Locator } from '@playwright/test'
import { password } from './support/accounts.ts'
import type { Agency } from './support/agency.ts'
import { type Effort, EffortCount } from './support/effort-count.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { paste } from './support/paste.ts'
import { cell, sellAll } from './support/report.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab, propertyHeader, ukDay } from './support/timeline-actions.ts'
import { chip, rowsOf, sellBlocked } from './support/today.ts'

/** Upper limits for each task, counted from the screen on which the user begins. Decision 83 lists the measured values. */
const bounds = {
  'sign in': { clicks: 0, keys: 2, routes: 2 },
  'take on': { clicks: 2, keys: 1, routes: 2 },
  'log a viewing': { clicks: 2, keys: 1, routes: 3 },
  'write down what a viewer said': { clicks: 1, keys: 1, routes: 0 },
  'record and accept an offer': { clicks: 5, keys: 3, routes: 2 },
  'choose both solicitors and send the memorandum': { clicks: 5, keys: 0, routes: 0 },
  'complete three steps of three sales': { clicks: 1, keys: 5, routes: 0 },
  'add a survey': { clicks: 5, keys: 1, routes: 0 },
  'find the overdue': { clicks: 1, keys: 2, routes: 1 },
  'three steps on the timeline': { clicks: 4, keys: 0, routes: 0 },
  'e-mail all parties': { clicks: 1, keys: 2, routes: 0 },
  'build a chain of four': { clicks: 2, keys: 13, routes: 0 },
  'fall-off and restore': { clicks: 4, keys: 4, routes: 1 },
  'e-mail the report': { clicks: 1, keys: 1, routes: 0 },
  'read Monday’s numbers': { clicks: 1, keys: 0, routes: 1 },
} satisfies Record<string, Omit<Effort, 'characters'>>

type Task = keyof typeof bounds

/** A street in the data of the address lookup. */
const line1 = '14 Norcot Road'
const buyer = 'Fenwick Larkrise'

async function addFirms(agency: Agency): Promise<void> {
  const staff = await agency.as('staff')
  for (const name of ['Thrale Law', 'Vellum Law'])
    await staff.call(createContact, {
      params: { companyId: agency.companyId },
      body: { name, type: 'solicitor', email: `${name.split(' ')[0]?.toLowerCase()}@firm.example`, pocs: [] },
    })
}

/** Chooses the first firm found. */
async function chooseSolicitor(page: Page, part: Locator, name: string): Promise<void> {
  await part.getByLabel('Search for a solicitor').click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

test('Main tasks: each takes at most as many clicks, keys and screens as before', { tag: '@full' }, async ({ page, agency }) => {
  const { keyboard } = page
  const effort = await EffortCount.of(page)
  const measured = new Map<Task, Effort>()
  /** Runs a task on the current page. `prepare` opens the screen on which the task begins. */
  const perform = (task: Task, prepare: () => Promise<unknown>, work: () => Promise<unknown>) =>
    test.step(task, async () => {
      await prepare()
      await effort.start()
      await work()
      measured.set(task, await effort.read())
    })
  await addFirms(agency)
  const staff = await agency.person('staff')

  await perform(
    'sign in',
    () => page.goto('/login'),
    async () => {
      await expect(page.getByLabel('E-mail')).toBeFocused()
      await keyboard.type(staff.email)
      await keyboard.press('Tab')
      await keyboard.type(password)
      await keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
    },
  )

  await perform(
    'take on',
    () => expect(page.getByRole('link', { name: 'Add Property' })).toBeVisible(),
    async () => {
      await page.getByRole('link', { name: 'Add Property' }).click()
      await expect(page.getByLabel('Find address')).toBeFocused()
      // A signature of several lines: one key more, Ctrl V.
      const text = `${line1}, Reading RG30 6ZY, £385,000, 1.5 %\nOdalys Thimblewood\nodalys.${agency.stamp}@vendor.example`
      await paste(page, text, page.getByLabel('Find address'))
      await page.getByText('Freehold', { exact: true }).click()
      await keyboard.press('Enter')
      await expect(page).toHaveURL(/\/property\/timeline/)
    },
  )

  await perform(
    'log a viewing',
    () => openTab(page, /^Timeline/),
    async () => {
      await openTab(page, /^Viewings/)
      await page.getByRole('link', { name: 'Add viewing' }).first().click()
      await expect(page.getByLabel('Client')).toBeFocused()
      await keyboard.type('Wilmot Penrose')
      await keyboard.press('Enter')
      await expectSaveMessage(page, 'Viewing')
      await expect(page.getByRole('row', { name: /Wilmot Penrose/ })).toBeVisible()
    },
  )

  await perform(
    'write down what a viewer said',
    () => expect(page.getByRole('row', { name: /Wilmot Penrose/ })).toBeVisible(),
    async () => {
      const row = page.getByRole('row', { name: /Wilmot Penrose/ })
      await row.getByRole('button', { name: /^Feedback/ }).click()
      await keyboard.type('Liked the light.')
      await keyboard.press('Control+Enter')
      await expect(row).toContainText('Liked the light.')
      await expect(row.getByRole('textbox')).toHaveCount(0)
    },
  )

  await perform(
    'record and accept an offer',
    () => openTab(page, /^Timeline/),
    async () => {
      await keyboard.press('Control+k')
      await keyboard.type('new offer')
      await keyboard.press('Enter')
      await expect(page.getByLabel('Buyer name')).toBeFocused()
      await keyboard.type(buyer)
      await keyboard.press('Tab')
      await expect(page.getByLabel('Amount')).toBeFocused()
      await keyboard.type('378500')
      await page.getByText('Mortgage', { exact: true }).click()
      await page.getByText('No chain', { exact: true }).click()
      await page.getByText('Accepted', { exact: true }).click()
      await page.getByRole('button', { name: 'Add offer' }).click()
      await page.getByRole('button', { name: 'Accept offer' }).click()
      await expect(propertyHeader(page)).toContainText('Sold STC')
    },
  )

  const panel = page.getByRole('region', { name: 'Start this sale' })
  await perform(
    'choose both solicitors and send the memorandum',
    () => expect(panel).toBeVisible(),
    async () => {
      const part = (name: string) => panel.getByRole('region', { name })
      await expect(part('Sales progressor')).toContainText('Done')
      await chooseSolicitor(page, part('Vendor’s solicitor'), 'Thrale Law')
      await expect(part('Vendor’s solicitor')).toContainText('Done')
      await chooseSolicitor(page, part('Buyer’s solicitor'), 'Vellum Law')
      await expect(part('Buyer’s solicitor')).toContainText('Done')
      await panel.getByRole('button', { name: 'Send memorandum' }).click()
      await expectSaveMessage(page, 'E-mail on its way')
    },
  )

  await perform(
    'add a survey',
    () => openTab(page, /^Timeline/),
    async () => {
      await page.getByRole('combobox', { name: 'Survey type' }).click()
      await page.getByRole('option', { name: 'Home buyers survey' }).click()
      await page.getByPlaceholder('Date', { exact: true }).click()
      await keyboard.type(ukDay(7))
      await keyboard.press('Tab')
      await page.getByRole('button', { name: /^Add survey/ }).click()
      await page.getByRole('button', { name: 'Save timeline' }).click()
      await expectSaveMessage(page, 'Timeline saved')
    },
  )

  await perform(
    'three steps on the timeline',
    () => openTab(page, /^Timeline/),
    async () => {
      for (const step of ['Mortgage app submitted', 'Draft contracts issued', 'Home buyers survey'])
        await page
          .getByRole('radiogroup', { name: `State of ${step}` })
          .getByRole('radio', { name: 'Complete', exact: true })
          .click()
      await page.getByRole('button', { name: 'Save timeline' }).click()
      await expectSaveMessage(page, 'Timeline saved')
    },
  )

  await perform(
    'e-mail all parties',
    () => expect(propertyHeader(page)).toBeVisible(),
    async () => {
      await keyboard.press('Control+k')
      await keyboard.type('email')
      await keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  )

  await perform(
    'build a chain of four',
    () => openTab(page, /^Chain/),
    async () => {
      await page.getByRole('radio', { name: 'Table' }).check({ force: true })
      await page.getByRole('button', { name: 'Start chain' }).click()
      await expect(page.getByRole('button', { name: 'Add link above' })).toBeFocused()
      await keyboard.press('Enter')
      for (const n of [2, 3, 4]) {
        await expect(page.getByLabel(`Property address, position ${n}`, { exact: true })).toBeFocused()
        await keyboard.type(`${n} Otter Row`)
        await keyboard.press('Tab')
        await keyboard.press('Tab')
        await keyboard.type('Nettlefold Homes')
        await keyboard.press('Tab')
        await keyboard.type('0118 496 0212')
        if (n < 4) await keyboard.press('Enter')
      }
      await keyboard.press('Control+Enter')
      await expectSaveMessage(page, 'Chain saved')
    },
  )

  await perform(
    'fall-off and restore',
    () => openTab(page, /^Timeline/),
    async () => {
      await page.getByRole('button', { name: 'Perform fall off' }).click()
      const dialog = page.getByRole('dialog', { name: 'Perform fall off' })
      await expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused()
      await keyboard.type('mortgage ref')
      await expect(page.getByRole('option')).toHaveText(['Mortgage refused'])
      await keyboard.press('Enter')
      await dialog.getByLabel('What happened').click()
      await keyboard.type('The lender said no')
      await dialog.getByLabel('Type it here').click()
      await keyboard.type(line1)
      await keyboard.press('Enter')
      await page.getByRole('button', { name: `Restore the fall off of ${buyer}` }).click()
      const question = page.getByRole('alertdialog', { name: 'Restore this sale?' })
      await expect(question.getByLabel('Type it here')).toBeFocused()
      await keyboard.type(line1)
      await keyboard.press('Enter')
      await expectSaveMessage(page, 'Sale restored')
      await expect(propertyHeader(page)).toContainText('Sold STC')
    },
  )

  const sold = ['1 Every Key', '2 Every Key', '3 Every Key']
  await perform(
    'complete three steps of three sales',
    async () => {
      await sellAll(agency, sold)
      await page.getByRole('link', { name: 'Company workflow' }).click()
      await expect(cell(page, sold[2] ?? '', 'mortgageAppSubmitted')).toBeVisible()
    },
    async () => {
      await cell(page, sold[0] ?? '', 'mortgageAppSubmitted').click()
      for (const key of ['c', 'ArrowDown', 'c', 'ArrowDown', 'c']) await keyboard.press(key)
      for (const address of sold) await expect(cell(page, address, 'mortgageAppSubmitted')).toHaveText(/\d\d-\w{3}/)
      await expect(page.locator('td.wait')).toHaveCount(0)
    },
  )

  await perform(
    'e-mail the report',
    () => expect(page).toHaveURL(/\/company\/report/),
    async () => {
      await page.getByLabel('E-mail this report as PDF').click()
      await keyboard.type('partners@larkmead.example')
      await keyboard.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'partners@larkmead.example' })).toBeVisible()
    },
  )

  await perform(
    'find the overdue',
    async () => {
      await sellBlocked(agency, '27 Rodway Road')
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Properties' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
    },
    async () => {
      await keyboard.press('g')
      await keyboard.press('t')
      await chip(page, 'Overdue').click()
      await expect(rowsOf(page).filter({ hasText: '27 Rodway Road' })).toHaveCount(1)
      await expect(page).toHaveURL(/groups=overdue/)
    },
  )

  await perform(
    'read Monday’s numbers',
    () => expect(rowsOf(page).first()).toBeVisible(),
    async () => {
      await page.getByRole('link', { name: 'Management dashboard' }).click()
      await expect(page.getByText(/Last two weeks \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}/)).toBeVisible()
    },
  )

  for (const [task, { clicks, keys, routes, characters }] of measured)
    test.info().annotations.push({
      type: 'effort',
      description: `${task}: ${clicks} clicks, ${keys} keys, ${routes} screens, ${characters} characters typed`,
    })
  for (const [task, bound] of Object.entries(bounds)) {
    const { clicks, keys, routes } = measured.get(task as Task) ?? {}
    for (const [what, count, most] of [
      ['clicks', clicks, bound.clicks],
      ['keys', keys, bound.keys],
      ['screens', routes, bound.routes],
    ] as const)
      expect.soft(count, `${task}: ${what}`).toBeLessThanOrEqual(most)
  }
})
