import { createTasksOfSales } from '@gya/domain/features/tasks/tasks.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { Property } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { chip, countOf, list, rowsOf, sellBlocked } from './support/today.ts'

const toDay = (): string => new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })

test('Today: 80 sales are worked through with keys, without a route change', { tag: '@full' }, async ({ page, agency }) => {
  const staff = await agency.as('staff')
  const properties: Property[] = []
  for (let street = 1; street <= 8; street += 1)
    properties.push(
      ...(await Promise.all(Array.from({ length: 10 }, (_, at) => agency.takeOn(`${street * 10 + at} Wagtail Walk`)))),
    )
  await staff.call(createTasksOfSales, {
    params: { companyId: agency.companyId },
    body: {
      title: 'Check the file',
      dueOn: toDay(),
      assigneeId: (await agency.person('staff')).id,
      propertyIds: properties.map(({ params }) => params.propertyId),
    },
  })
  await agency.signIn(page, 'staff')
  await page.goto('/today?by=sale')
  await expect(rowsOf(page)).toHaveCount(80)
  await expect(chip(page, 'Tasks')).toContainText('80')
  const routes: string[] = []
  page.on('framenavigated', (frame) => routes.push(new URL(frame.url()).pathname))

  await list(page)
    .getByRole('row', { name: /Check the file/ })
    .first()
    .focus()
  for (let done = 0; done < 60; done += 1) await page.keyboard.press('d')
  await expect(rowsOf(page)).toHaveCount(20)
  for (let snoozed = 0; snoozed < 20; snoozed += 1) {
    await page.keyboard.press('s')
    await expect(page.getByRole('menu', { name: 'Snooze until' })).toBeVisible()
    await page.keyboard.press('2')
    await expect(rowsOf(page)).toHaveCount(19 - snoozed)
  }
  await expect(page.getByText('Nothing to do now. 20 are waiting; the next comes back on')).toBeVisible()
  await expect(chip(page, 'Day')).toContainText('81')
  expect(routes.filter((path) => path !== '/today')).toEqual([])

  await test.step('Ctrl Z brings the last one back', async () => {
    await page.keyboard.press('Control+z')
    await expect(rowsOf(page)).toHaveCount(1)
  })
})

test('Today: chips add up to All, groups are ordered by points, a chip filters and Shift adds', { tag: '@core' }, async ({
  page,
  agency,
}) => {
  for (const street of ['27 Rodway Road', '41 Recreation Road']) await sellBlocked(agency, street)
  const staff = await agency.as('staff')
  const other = await agency.takeOn('2 Park Lane')
  await staff.call(createTasksOfSales, {
    params: { companyId: agency.companyId },
    body: {
      title: 'Send leasehold pack',
      dueOn: toDay(),
      assigneeId: (await agency.person('staff')).id,
      propertyIds: [other.params.propertyId],
    },
  })
  await agency.signIn(page, 'staff')
  for (const by of ['person', 'firm', 'sale', 'rank']) {
    await page.goto(`/today?by=${by}`)
    await expect(rowsOf(page).first()).toBeVisible()
    const names = ['Overdue', 'Due', 'Promised', 'Tasks', 'Silence', 'Expiring', 'Moves', 'New']
    const counts = await Promise.all(names.map((name) => countOf(page, name)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(await countOf(page, 'All'))
  }
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeVisible()
  const points = await list(page).locator('[aria-expanded] .pts').allInnerTexts()
  expect(points.length).toBeGreaterThan(1)
  const groups = points.slice(0, -1).map((text) => Number(/\d+/.exec(text)?.[0]))
  expect(groups).toEqual(groups.toSorted((a, b) => b - a))
  const overdue = await countOf(page, 'Overdue')
  await chip(page, 'Overdue').click()
  await expect(rowsOf(page)).toHaveCount(overdue)
  await chip(page, 'Tasks').click({ modifiers: ['Shift'] })
  await expect(rowsOf(page)).toHaveCount(overdue + 1)
  await expect(page).toHaveURL(/groups=overdue(,|%2C)tasks/)
})

test('Today: / opens Today for users who chose to start there, and the properties for others', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/')
  await expect(page).toHaveURL(/\/company\/properties/)
  await page.getByRole('link', { name: /^Today/ }).click()
  await expect(page.getByText('Start here from now on?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, start with Today' }).click()
  await expect(page.getByText('Start here from now on?')).toBeHidden()
  await page.goto('/')
  await expect(page).toHaveURL(/\/today/)
  await page.goto('/profile')
  await page.getByRole('radiogroup', { name: 'Start with' }).getByText('Properties').click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSaveMessage(page, 'User updated')
  await page.goto('/')
  await expect(page).toHaveURL(/\/company\/properties/)

  await test.step('sales of another branch are in nobody’s list for staff', async () => {
    const branchId = await agency.addBranch('Southcote')
    const elsewhere = await agency.takeOn('9 Heron Row', { branchId })
    await elsewhere.sell({ buyer: 'Rowan Teal' })
    const company = await agency.as('company')
    await company.call(saveTimeline, {
      params: elsewhere.params,
      body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'B' }] },
    })
    for (const who of ['me', 'nobody', 'people']) {
      await page.goto(`/today?who=${who}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page.getByText('9 Heron Row')).toHaveCount(0)
    }
    await agency.signIn(page, 'company')
    await page.goto('/today?who=nobody')
    await expect(page.getByText('9 Heron Row').first()).toBeVisible()
  })
})

test('Today: an item that a colleague settles is removed with the name of the colleague', async ({ page, agency }) => {
  const property = await sellBlocked(agency, '27 Rodway Road')
  await sellBlocked(agency, '41 Recreation Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  const row = rowsOf(page).filter({ hasText: '27 Rodway Road' }).filter({ hasText: 'Searches back' })
  await expect(row).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  const colleague = await agency.as('branch')
  await colleague.call(saveTimeline, {
    params: property.params,
    body: { timeline: [{ key: stepKeys.SearchesBack, state: 'C' }] },
  })
  await expect(row).toHaveCount(0)
  await expect(
    page.getByRole('status').filter({ hasText: '27 Rodway Road: Searches back, settled by Marnie Quillfeather' }),
  ).toBeVisible()
})

test('Today: with single keys off, letters do nothing; arrows and buttons work', async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()
  const count = await rowsOf(page).count()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys of Today' }).getByText('Single keys').click()
  await expect(page.getByRole('switch', { name: 'Single keys' })).not.toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await rowsOf(page).first().focus()
  await page.keyboard.press('d')
  await page.keyboard.press('s')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(count)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await rowsOf(page)
    .filter({ hasText: 'Searches back' })
    .getByRole('button', { name: /^Snooze/ })
    .click()
  await page
    .getByRole('menu', { name: 'Snooze until' })
    .getByRole('menuitem', { name: /^Tomorrow/ })
    .click()
  await expect(rowsOf(page)).toHaveCount(count - 1)
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
})

test('Today: the side panel replaces the call card, and Escape closes it first', async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/today')
  const row = rowsOf(page).filter({ hasText: 'Searches back' })
  const card = page.getByRole('complementary', { name: 'Call card' })
  const panel = page.getByRole('complementary', { name: 'Property: 27 Rodway Road' })
  await row.focus()
  await expect(card).toBeVisible()
  await page.keyboard.press('Space')
  await expect(panel).toBeVisible()
  await expect(card).toBeHidden()
  expect((await row.locator('.wd').boundingBox())?.width).toBeGreaterThan(150)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(card).toBeVisible()
  await expect(row).toBeFocused()
})

test('Today: no axe violations while loading, empty, failed, waiting, of the day and with a card over the list', {
  tag: '@full',
}, async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  const call = /\/api\/today\/[0-9a-f-]+\?/
  await page.route(call, () => undefined)
  await page.goto('/today')
  await expect(page.getByRole('status', { name: 'Loading, please wait.' })).toBeVisible()
  await expectNoViolations(page, 'loading')
  await page.unrouteAll()

  await page.route(call, (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong.' } }))
  await page.goto('/today')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNoViolations(page, 'failed')
  await page.unrouteAll()

  for (const state of ['waiting', 'day', 'now&who=nobody', 'now&who=people', 'now&by=rank', 'now&q=zzz']) {
    await page.goto(`/today?state=${state}`)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectNoViolations(page, state)
  }

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/today')
  await rowsOf(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Call card' })).toBeVisible()
  await expectNoViolations(page, 'card over the list')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Call card' })).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: /^Log a conversation with/ }).first()).toBeVisible()
  await expectNoViolations(page, 'phone')
})
