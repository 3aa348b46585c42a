import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import type { Locator } from '@playwright/test'
import { expectNoViolations, violationsOn } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { clickUntil } from './support/navigate.ts'
import { pdfOf, startPrint } from './support/print.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openHeader } from './support/timeline-actions.ts'

const tabs = ['Properties', 'Sales', 'Survey', 'Legal', 'Financial', 'Exchange'] as const
const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const openTab = (page: Page, name: string) => tabBar(page).getByRole('link', { name, exact: true }).click()
const metrics = (page: Page, tab: string) => page.getByRole('region', { name: tab, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^[\d,]+ / })
const numberIn = async (place: Locator): Promise<number> =>
  Number((await place.textContent())?.match(/\d[\d,]*/)?.[0].replace(/,/g, ''))

/** Counts the rows on all pages of the open list. */
async function rowsListed(page: Page, label: string): Promise<number> {
  const list = page.getByRole('region', { name: `Listed: ${label}`, exact: true })
  await expect(list).not.toHaveAttribute('aria-busy')
  if (await list.getByText('No properties.').isVisible()) return 0
  const links = list.getByRole('row').filter({ has: page.getByRole('link') })
  const next = list.getByRole('button', { name: 'Next page' })
  let count = 0
  for (let at = 1; ; at += 1) {
    await expect(links.first()).toBeVisible()
    count += await links.count()
    if (!(await next.isVisible()) || (await next.getAttribute('aria-disabled')) === 'true') return count
    await next.click()
    await expect(list.getByRole('button', { name: `Page ${at + 1}` })).toHaveAttribute('aria-current', 'page')
    await expect(list).not.toHaveAttribute('aria-busy')
  }
}

test('Management dashboard: the list of each metric has as many rows as its figure, in both periods', async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'branch')
  await page.goto('/branch/md')
  for (const tab of tabs)
    await test.step(tab, async () => {
      await openTab(page, tab)
      const row = metrics(page, tab).getByRole('row').nth(1)
      const name = (await row.getByRole('rowheader').textContent()) ?? ''
      await expect(row.getByRole('cell').nth(1)).toHaveText(/\d/)
      const now = await numberIn(row.getByRole('cell').nth(1))
      const before = await numberIn(row.getByRole('cell').nth(2))
      await row.getByRole('link', { name, exact: true }).click()
      await expect(heading(page)).toHaveText(new RegExp(`^${now} `))
      expect(await rowsListed(page, name)).toBe(now)
      await row.getByRole('link', { name: `${name}, the two weeks before: ${before}` }).click()
      await expect(page).toHaveURL(/period=/)
      await expect(heading(page)).toHaveText(new RegExp(`^${before} `))
      expect(await rowsListed(page, name)).toBe(before)
    })
})

test('Management dashboard, Overall: groups, definition, chart and the list of an earlier period', { tag: '@core' }, async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'company')
  await page.goto('/branch/md?tab=overall')
  for (const title of [
    'Pre for sale',
    'For sale pipeline',
    'Sold',
    'Sales pipeline',
    'Proceedable pipeline',
    'Non-proceedable pipeline',
    'Moves',
    'Fall offs',
    'Proceedable warnings',
    'Exchanges',
    'Completions',
  ])
    await expect(page.getByRole('heading', { name: title, exact: true, level: 2 }).first()).toBeVisible()
  await expect(page.getByText(/Last two weeks \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await expect(page.getByText(/Before \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}/)).toBeVisible()

  const metric = page.getByRole('region', { name: 'For sale pipeline' }).getByRole('link', { name: /^On the market/ })
  const onMarket = await numberIn(metric)
  await metric.click()
  await expect(page).toHaveURL(/metric=instructionsOnMarket/)
  await expect(heading(page)).toHaveText(`${onMarket} properties`)

  await test.step('Completions shows the current week too, and no tile label is truncated', async () => {
    const completions = page.getByRole('region', { name: 'Completions', exact: true })
    await expect(completions.getByRole('link', { name: /^This week so far/ })).toBeVisible()
    const cut = await page
      .locator('.tile .sl')
      .evaluateAll((words) => words.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
    expect(cut).toEqual([])
  })

  await test.step('definition', async () => {
    await page.getByRole('button', { name: 'Definition of For sale pipeline' }).click()
    const definition = page.getByRole('region', { name: 'Definition of For sale pipeline' })
    await expect(definition).toContainText('Properties launched, unsold and not withdrawn at the end of the period.')
    await page.keyboard.press('Escape')
    await expect(definition).toBeHidden()
  })

  await test.step('the oldest bar lists its own two weeks', async () => {
    const column = page
      .getByRole('region', { name: 'Instructions on the market' })
      .getByRole('listitem')
      .first()
      .getByRole('link')
    const then = Number((await column.textContent())?.match(/: (\d+)$/)?.[1])
    await column.click()
    await expect(heading(page)).toHaveText(new RegExp(`^${then} `))
  })
})

test('Management dashboard: Back returns to the list of the tab, and the tab is remembered', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/branch/md?tab=sales&metric=salesPipeline')
  const list = page.getByRole('region', { name: 'Listed: Sales pipeline', exact: true })
  await list.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=1/)
  const first = list.getByRole('row').nth(1).getByRole('link')
  await expect(list).not.toHaveAttribute('aria-busy')
  const address = (await first.textContent()) ?? ''
  await first.click()
  await expect(page).toHaveURL(/\/property\/edit/)
  await page.goBack()
  await expect(page).toHaveURL(/tab=sales.*metric=salesPipeline/)
  await expect(list.getByRole('row').nth(1)).toContainText(address)
  await page.goto('/branch/md')
  await expect(tabBar(page).getByRole('link', { name: 'Sales' })).toHaveAttribute('aria-current', 'page')
})

test('Management dashboard: Export CSV has the figures on screen', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'company')
  await page.goto('/branch/md?tab=survey')
  const row = metrics(page, 'Survey').getByRole('row', { name: /^Surveys booked/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText(/\d/)
  const [now, before] = [await numberIn(row.getByRole('cell').nth(1)), await numberIn(row.getByRole('cell').nth(2))]
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/ Dashboard, Survey \d{4}-\d\d-\d\d\.csv$/)
  let text = ''
  for await (const part of await (await download).createReadStream()) text += String(part)
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFBranch,Group,Stat,Unit,(\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4},){6}Change,What it counts$/)
  expect(lines).toHaveLength(6)
  expect(lines.find((line) => line.includes(',Surveys booked,'))).toMatch(
    new RegExp(`^Whole company,Survey,Surveys booked,Number,${now},${before},`),
  )
})

test('Management dashboard: a company admin selects a branch and the company again; staff see only their branch', async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'company')
  await page.goto('/branch/md?tab=properties')
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'Southcote' }).click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Southcote')
  await expect(page).toHaveURL(/branch=/)
  const address = page.url()
  await page.goto('/branch/md?tab=properties')
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveText('Whole company')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).not.toContainText('Southcote')

  await signInToDemo(page, 'staff')
  await page.goto('/branch/report')
  await page.getByRole('navigation', { name: 'Branch', exact: true }).getByRole('link', { name: 'Management dashboard' }).click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Tilehurst')
  await expect(tabBar(page)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Branch' })).toBeHidden()
  await page.goto('/branch/md?tab=properties&whose=company')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Tilehurst')
  await page.goto(address)
  await expect(page.getByText('No branch found.')).toBeVisible()
})

test('Management dashboard: a chart that failed to load can be retried', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.route('**/api/md/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong.' } }),
  )
  await page.goto('/branch/md')
  await expect(page.getByText('There was an error loading the chart.')).toBeVisible()
  await page.unroute('**/api/md/**')
  await clickUntil(page, 'Try again', tabBar(page))
  await expect(heading(page)).toBeVisible()
})

test('Management dashboard: no axe violations with a definition open', { tag: '@full' }, async ({ page, signInToDemo }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInToDemo(page, 'branch')
  await page.goto('/branch/md?tab=sales&metric=feesSold')
  await expect(heading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Definition of Fees: sales agreed' }).click()
  await expect(page.getByRole('region', { name: 'Definition of Fees: sales agreed' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoViolations(page)
})

test('Management dashboard: each tab prints on one page with its title', { tag: '@full' }, async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/branch/md')
  for (const tab of ['Overall', ...tabs]) {
    await openTab(page, tab)
    await expect(heading(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Management dashboard: Tilehurst, ${tab}`)
    const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('Week: any period against two others; a figure opens its rows; a target paces it; keys and one page of paper', async ({
  page,
  agency,
}) => {
  await agency.signIn(page, 'branch')
  await page.goto('/branch/md')
  await page.getByRole('heading', { name: 'Management dashboard' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  const figures = page.getByRole('table').first()
  const row = (name: string) => figures.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(page.getByRole('radio', { name: 'This week' })).toBeChecked()

  await test.step('months, arrows and own dates are in the address', async () => {
    await page.getByText('Month', { exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()
    await expect(page).toHaveURL(/as=month/)
    await page.getByRole('heading', { name: 'Week', exact: true }).click()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Month' })).not.toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()
    await page.keyboard.press('p')
    await expect(page.getByRole('radio', { name: 'Month' })).toBeFocused()
    await page.keyboard.press('r')
    await expect(page).toHaveURL(/by=progressor/)
  })

  await test.step('a figure opens as many rows as it says, from its address too', async () => {
    const taken = row('Taken on')
      .getByRole('button', { name: /^Taken on, / })
      .first()
    const count = Number((await taken.textContent())?.split(': ')[1])
    await taken.click()
    await page.reload()
    const dialog = page.getByRole('dialog', { name: /^Taken on, / })
    await expect(dialog.getByRole('status').first()).toHaveText(new RegExp(`^${count} propert`))
    expect(await rowsListed(page, 'Taken on')).toBe(count)
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a target is held by the months after it, and the figure is paced', async () => {
    await page.getByRole('button', { name: 'Targets' }).click()
    const dialog = page.getByRole('dialog', { name: 'Targets' })
    await dialog.getByRole('textbox', { name: /^Taken on, April/ }).fill('900')
    await dialog.getByRole('textbox', { name: /^Fees agreed, April/ }).fill('90000')
    await dialog.getByRole('textbox', { name: /^Taken on, May/ }).focus()
    await expect(dialog.getByRole('textbox', { name: /^Taken on, March/ })).toHaveValue('900')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row('Taken on')).toHaveText(/behind/)
    await expectNoViolations(page)
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(row('Fees agreed')).toHaveText(/£.* behind/)
    const frame = page.locator('.wkgrid .frame')
    expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth), 'no column is cut').toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('it is e-mailed every Monday, and to oneself now', async () => {
    await page.getByRole('button', { name: 'By e-mail' }).click()
    const dialog = page.getByRole('dialog', { name: /^Week of .* by e-mail$/ })
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Send to me now' }).click()
    await expectSaveMessage(page, 'Page sent to you')
    await dialog.getByRole('switch', { name: 'Send the page every week' }).click()
    await dialog.getByRole('combobox', { name: 'To' }).click()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'By e-mail: Mondays 08:00' })).toBeVisible()
  })

  await test.step('prints on one page', async () => {
    await startPrint(page, () => page.keyboard.press('Control+p'))
    const pages = await pdfOf(page, 'portrait')
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Week of .*By progressor.*Exchanges expected by/)
  })
})

test('Week of an area manager: each branch has its page in the post; on a phone all of it is folded to 2,000 px', async ({
  page,
  agency,
  accounts,
}) => {
  for (const line1 of ['1 Tally Row', '2 Tally Row']) await (await agency.takeOn(line1)).sell({ buyer: 'Fenwick Larkrise' })
  await agency.addBranch('Caversham')
  const { id } = await agency.addPerson({ type: 'AREA_MANAGER', firstName: 'Isolde', lastName: 'Brackenbury' })
  await accounts.signIn(page, id)
  await page.goto('/branch/week')
  await page.getByRole('button', { name: 'By e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Week of Tilehurst by e-mail' })
  await expect(dialog.getByRole('combobox', { name: 'Branch' })).toHaveText('Tilehurst')
  await dialog.getByRole('switch', { name: 'Send the page every week' }).click()
  await dialog.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: 'Isolde Brackenbury' }).click()
  await page.keyboard.press('Escape')
  await expectNoViolations(page, 'e-mail of a branch')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'E-mail of the week saved')

  await page.setViewportSize({ width: 390, height: 844 })
  const more = page.getByRole('group').filter({ hasText: 'Launched, viewings, offers and completions' })
  await expect(more).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectNoViolations(page, 'folded')
  for (const fold of await page.locator('.week summary').all()) await fold.click()
  await expect(more.getByRole('button', { name: /^Viewings, / }).first()).toBeVisible()
  await expectNoViolations(page, 'unfolded')
})

/** Every state is checked in these; in the third, a contrast theme, states are seen without the colours of the app. */
const looks = [
  { size: { width: 1440, height: 900 }, media: { colorScheme: 'dark', forcedColors: 'none' } },
  { size: { width: 390, height: 844 }, media: { colorScheme: 'light', forcedColors: 'none' } },
  { size: { width: 1024, height: 768 }, media: { colorScheme: 'light', forcedColors: 'active' } },
] as const

test('Week, targets, e-mail, share, negotiator and take-on: no axe violations and nothing cut, in each size and scheme', {
  tag: '@full',
}, async ({ page, agency }) => {
  test.slow()
  const property = await agency.takeOn('1 Tally Row')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  const staff = await agency.as('staff')
  await staff.call(assignProgressor, { params: property.params, body: { bStaff: null } })
  await agency.signIn(page, 'company')
  const check = async (state: string) => {
    for (const { size, media } of looks) {
      await page.setViewportSize(size)
      await page.emulateMedia(media)
      const where = `${state}, ${size.width}`
      // axe takes colours of the style sheet for those of the theme.
      const isReal = (violation: string) => media.forcedColors === 'none' || !violation.startsWith('color-contrast')
      expect((await violationsOn(page)).filter(isReal), where).toEqual([])
      const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await wider(), where).toBeLessThanOrEqual(0)
      // The table of people scrolls within its frame; the figures do not.
      const cut = await page
        .locator('.wkgrid .frame')
        .evaluateAll((frames) => frames.map((frame) => frame.scrollWidth - frame.clientWidth))
      expect(
        cut.every((pixels) => pixels <= 0),
        where,
      ).toBe(true)
      if (media.forcedColors === 'active') await expectChoiceSeen(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  }
  await page.goto(`/branch/week?branch=${property.params.branchId}`)
  await expect(page.getByRole('table').first()).toBeVisible()
  await check('week')
  await page.getByText('Own dates', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'From' })).toBeVisible()
  await check('own dates')
  for (const [button, dialog] of [
    ['Targets', 'Targets'],
    ['By e-mail', /^Week of .* by e-mail$/],
    ['Share…', /^Share /],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expect(page.locator('dialog[open] .skeleton')).toHaveCount(0)
    await check(button)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: dialog })).toBeHidden()
  }
  await page.goto(property.url('timeline'))
  await openHeader(page)
  await page.getByTitle('Change expected exchange').first().click()
  await expect(page.getByRole('combobox', { name: 'Negotiator' })).toBeVisible()
  await check('negotiator')
  await page.goto(`/property/create?branch=${property.params.branchId}`)
  await page
    .getByLabel(/^Paste an address/)
    .fill('12 Mill Lane, Larkmead RG30 1AA\nGrace Otter grace@otter.example 0118 496 0212 £450,000 1.25%')
  await check('take-on')
})

/** A chosen segment does not look like one that is not chosen. */
async function expectChoiceSeen(page: Page): Promise<void> {
  const looks = await page
    .locator('.seg:visible')
    .evaluateAll((groups) =>
      groups.map((group) =>
        [...group.querySelectorAll('label')].map((label) => [
          label.querySelector(':checked') !== null,
          getComputedStyle(label).backgroundColor,
        ]),
      ),
    )
  for (const group of looks) {
    const [on, off] = [true, false].map((chosen) => group.find(([is]) => is === chosen)?.[1])
    if (on && off) expect(on).not.toBe(off)
  }
}
