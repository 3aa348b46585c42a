import { addDays } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import type { readStepTimes, readTrackRecord } from '@gya/domain/features/forecast/forecast.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

// Creating fifty sales would take a minute, so the two responses that need them are mocked here.
const times: Wire<typeof readStepTimes, 'response'> = {
  learnedOn: '2026-03-02',
  basis: 'own',
  finishedSales: 120,
  steps: [],
  deadlines: [
    { key: stepKeys.SearchesBack, days: 9, done: 41 },
    { key: stepKeys.EnquiriesRaised, days: 5, done: 38 },
    { key: stepKeys.EnquiriesAnswered, days: 44, done: 36 },
  ],
}
const group = { low: 0.7, high: 0.86, count: 40, cameCount: 32, enough: true }
const record: Wire<typeof readTrackRecord, 'response'> = {
  enough: true,
  weeks: 30,
  replayed: 12,
  first: '2026-01-05',
  last: '2026-07-27',
  exchanges: 61,
  calibration: {
    words: 'Forecasts made 4 weeks before and actual exchanges differ by 4 points on average.',
    groups: [{ ...group, from: 0.7, said: 0.76, came: 0.8 }],
  },
  by80: { due: 100, came: 81 },
  daysOut: {
    median: {
      ours: 27,
      other: 40,
      forecasts: 300,
      words: 'The forecast was out by 27 days on average, less than the median: 40 days.',
    },
    typed: null,
  },
  months: [{ first: '2026-06-01', keptOn: '2026-06-01', said: 7.2, range: { low: 4, high: 10 }, came: 8 }],
}

test('Forecast: deadlines that 8 in 10 keep are adopted in one save; one above 31 days cannot be', async ({ page, agency }) => {
  await page.route('**/api/forecast/*/all/steps*', (route) => route.fulfill({ json: times }))
  await agency.signIn(page, 'company')
  await page.goto('/company/forecast?view=steps')
  const proposed = page.getByRole('region', { name: 'Proposed deadlines' })
  const rows = proposed.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(3)
  await expect(proposed.getByText('Longer than a warning can be set')).toBeVisible()
  await expect(proposed.getByRole('checkbox')).toHaveCount(2)
  for (const box of await proposed.getByRole('checkbox').all()) await box.setChecked(true, { force: true })
  await proposed.getByRole('button', { name: 'Use 2 deadlines' }).click()
  await page.getByRole('alertdialog', { name: 'Use these deadlines?' }).getByRole('button', { name: 'Use them' }).click()
  await expectSaveMessage(page, 'The timeline was successfully saved.')
  await expect(rows).toHaveCount(1)
  const { timeline } = await (await agency.as('company')).call(readCompany, { params: { companyId: agency.companyId } })
  const daysOf = (key: number) => timeline.find((step) => step.key === key)?.daysToComplete
  expect([daysOf(stepKeys.SearchesBack), daysOf(stepKeys.EnquiriesRaised)]).toEqual([9, 5])
  expect(daysOf(stepKeys.EnquiriesAnswered)).toBeLessThanOrEqual(31)
})

test('Forecast: the track record shows what is missing, or compares forecasts with exchanges, also on a phone', {
  tag: '@core',
}, async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/forecast?view=record')
  await expect(page.getByText(/^No forecast has been stored yet\.|0 of 26 weeks so far\./)).toBeVisible()
  await page.route('**/api/forecast/*/all/track-record**', (route) => route.fulfill({ json: record }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('img', { name: record.calibration.words })).toBeVisible()
  await expect(page.getByText('81 % exchanged by it: 81 of 100 forecasts of sales that held.')).toBeVisible()
  await expect(page.getByText('1 of 1 months inside their range')).toBeVisible()
  await expect(page.getByText('12 of them replayed: calculated later')).toBeVisible()
  await expectNoViolations(page, 'track record')
})

test('Forecast: each figure, also on the dashboard and for the day before, opens "How this came about"', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('12 Drawer Drive')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await agency.signIn(page, 'branch')
  await page.goto('/branch/forecast')
  const drawer = page.getByRole('dialog')

  await test.step('a month: its terms and the sales that it counts', async () => {
    await page
      .getByRole('button', { name: /exchange/ })
      .nth(2)
      .click()
    await expect(drawer.getByRole('heading', { name: /^How this came about/ })).toBeVisible()
    await expect(drawer.getByRole('heading', { name: 'What it is made of' })).toBeVisible()
    await expect(drawer.getByRole('link', { name: '12 Drawer Drive' })).toBeVisible()
    await expect(page).toHaveURL(/how=period\./)
    await expectNoViolations(page, 'drawer of a month')
    await page.reload()
    await expect(drawer.getByRole('link', { name: '12 Drawer Drive' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page).not.toHaveURL(/how=/)
  })

  await test.step('a sale: the steps to exchange, who is quicker or slower, earlier forecasts', async () => {
    await page
      .getByRole('row', { name: /12 Drawer Drive/ })
      .getByRole('button')
      .first()
      .click()
    for (const name of ['Steps to exchange', 'Quicker or slower', 'Earlier forecasts', 'Chance of exchange by date'])
      await expect(drawer.getByRole('heading', { name })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolations(page, 'drawer of a sale on a phone')
    const curve = drawer.getByRole('img', { name: /^Chance of having exchanged/ })
    await curve.scrollIntoViewIfNeeded()
    const frame = await curve.boundingBox()
    const labels = await Promise.all((await curve.locator('text').all()).map((label) => label.boundingBox()))
    expect(frame && frame.x + frame.width <= 390).toBe(true)
    for (const [nth, label] of labels.entries()) {
      if (!frame || !label) throw new Error('A label is not drawn.')
      expect(label.x >= frame.x && label.x + label.width <= frame.x + frame.width).toBe(true)
      for (const other of labels.slice(nth + 1))
        if (other && Math.abs(other.y - label.y) < 8)
          expect(other.x >= label.x + label.width || label.x >= other.x + other.width).toBe(true)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await drawer.getByRole('link', { name: 'Open as a page' }).click()
    await expect(page).toHaveURL(/\/property\/forecast/)
    await page.getByRole('button', { name: 'Whole header (H)' }).click()
    await page.getByRole('button', { name: /^Half by/ }).click()
    await expect(drawer.getByRole('heading', { name: 'Steps to exchange' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a step, from published times', async () => {
    await page.goto('/branch/forecast?view=steps')
    await page
      .getByRole('row', { name: /^Searches back freehold/ })
      .getByRole('button')
      .click()
    await expect(drawer.getByText(/these are published times/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a tile of the dashboard: properties added, and the day before', async () => {
    await page.goto('/branch/md')
    await page.getByRole('button', { name: /^How this came about: Sales pipeline/ }).click()
    await expect(drawer.getByRole('heading', { name: /Sales pipeline: 1/ })).toBeVisible()
    await expect(drawer.getByText('added', { exact: true })).toBeVisible()
    await drawer.getByRole('button', { name: 'The day before' }).click()
    await expect(drawer.getByRole('heading', { name: /Sales pipeline: (0|not known)/ })).toBeVisible()
    await drawer.getByRole('button', { name: 'The day after' }).click()
    await expect(drawer.getByRole('heading', { name: /Sales pipeline: 1/ })).toBeVisible()
  })
})

test('Forecast: Who is quick shows what is missing; closed days and the comparison of people are company settings', async ({
  page,
  agency,
}) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/forecast?view=quick')
  await expect(page.getByText(/once they have 10 exchanged sales and 20 finished steps/)).toBeVisible()
  await page.goto('/company/forecast?view=staff')
  await expect(page.getByText('People are not compared')).toBeVisible()
  await page.goto('/company/forecast-settings')
  await expect(page.getByRole('combobox', { name: 'From, closed days 1' })).toContainText('24 December')
  await page.getByRole('switch', { name: 'Compare sales progressors' }).setChecked(true, { force: true })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectSaveMessage(page, 'Settings saved')
  await page.goto('/company/forecast?view=staff')
  await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible()
})

test('Forecast as at the day before: the same after a reload, and no exchange after the day', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'company')
  await page.goto('/company/forecast')
  const months = page.locator('.months')
  await expect(months.getByText('actual')).toBeVisible()
  await page.getByRole('button', { name: 'The day before' }).click()
  await expect(page).toHaveURL(/asAt=/)
  const asAt = new URL(page.url()).searchParams.get('asAt') ?? ''
  await expect(months.getByText('actual')).toBeVisible()
  await expect(page.getByText(/still being calculated/)).toHaveCount(0)
  const month = months.locator('> div').filter({ hasText: 'actual' }).locator('.fees')
  const table = page.getByRole('region', { name: 'Exchanges by week, table' })
  // Without forecasts, which the server may still be calculating for the new demo company.
  const readActual = async () => {
    await page.getByText('Show as table').first().click()
    await expect(table).toBeVisible()
    const rows = await table.locator('tbody tr').all()
    const weeks = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
    const exchanged = weeks.map(([last = '', count, , expected]) => ({ last, count, isPast: expected === '' }))
    return { month: await month.innerText(), exchanged }
  }
  const byClick = await readActual()
  expect(byClick.exchanged.filter(({ isPast }) => isPast)).toHaveLength(8)
  for (const { last, count, isPast } of byClick.exchanged) {
    const day = last.split('/').toReversed().join('-')
    expect([last, isPast]).toEqual([last, day < asAt])
    if (addDays(day, -6) > asAt) expect([last, count]).toEqual([last, '0'])
  }
  await page.reload()
  await expect(months.getByText('actual')).toBeVisible()
  expect(await readActual()).toEqual(byClick)
})

test('Forecast: the number of sales still being calculated is shown above the totals', async ({ page, signInToDemo }) => {
  await page.route(/\/api\/forecast\/[^/]+\/all(\?|$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pending: 16 } })
  })
  await signInToDemo(page, 'company')
  await page.goto('/company/forecast')
  const notice = page.getByRole('status').filter({ hasText: '16 sales are still being calculated' })
  const [above, below] = [await notice.boundingBox(), await page.locator('.months').boundingBox()]
  expect(above && below && above.y + above.height <= below.y).toBe(true)
})
