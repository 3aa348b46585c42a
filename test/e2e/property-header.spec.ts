import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'

/** Top edge of the first step below the folded selling track. */
const firstStep = (page: Page) => page.locator('.tracks .step').first()

/** Pixels at the top and the bottom of the window that sticky and fixed elements cover while the page is scrolled. */
const coveredHeight = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, 400)
    const sticky = [...document.querySelectorAll('main *, .pbar')].filter((element) => {
      const { position } = getComputedStyle(element)
      const { top, bottom, height } = element.getBoundingClientRect()
      const isAtEdge = top <= 0 || bottom >= window.innerHeight
      return (position === 'sticky' || position === 'fixed') && isAtEdge && height > 0 && bottom > 0 && top < window.innerHeight
    })
    return sticky.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0)
  })

test('Property header: one line above the steps, with three proposals; H opens it; Ring is the party of the next action', async ({
  page,
  accounts,
  demoIds,
  signInToDemo,
}) => {
  const staff = await accounts.client(demoIds.staff)
  const params = { companyId: (await staff.call(readMe)).company?._id ?? '' }
  const query = { line1: '27 Rodway Road' }
  const [sale] = (await staff.call(listCompanyProperties, { params, query })).data
  // The call-back at 14:30 is the next action from then on; the buyer's source of funds is older than any step.
  const { groups } = await staff.call(readToday, { params, query: { propertyId: sale?._id, by: 'rank' } })
  const items = groups.flatMap((group) => group.actionItems)
  const due = items.filter(({ kind, key }) => kind === 'callback' || key === 'checks:buyer')
  const broker = items.find(({ key }) => key === `step:${stepKeys.MortgageValuationCompleted}`)?.party?.name
  const actionItems = due.map(({ subjectId, key }) => ({ subjectId, key }))
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await staff.call(snoozeActionItems, { params, body: { actionItems, until } })
  await signInToDemo(page, 'staff')
  await page.goto(`/property/timeline?branch=${sale?.branch._id}&property=${sale?._id}`)
  const header = page.locator('header.phead')
  const whole = page.getByRole('region', { name: 'Whole header' })

  await test.step('the first step is in sight at each width', async () => {
    await expect(page.getByText('3 proposals', { exact: true })).toBeVisible()
    for (const [width, height, most] of [
      [1440, 900, 420],
      [1024, 768, 420],
      [390, 844, 300],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(firstStep(page)).toBeVisible()
      const top = (await firstStep(page).boundingBox())?.y
      expect(top, `${width} px wide`).toBeLessThanOrEqual(most)
      const cut = await header.getByRole('heading').evaluate((words) => words.scrollWidth > words.clientWidth)
      expect(width > 720 && cut, `the address is whole at ${width} px`).toBe(false)
      for (const button of await header.getByRole('button').all())
        expect((await button.boundingBox())?.height, `${width} px wide`).toBeGreaterThanOrEqual(width === 390 ? 44 : 24)
    }
    await expect(page.locator('.phead-line').getByRole('link', { name: '3 proposals' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the next action leads to its step, whose state gets the focus; Ring names its party', async () => {
    const next = header.getByRole('link', { name: /^Mortgage valuation completed/ })
    const ring = header.getByRole('link', { name: /^Ring / })
    await expect(ring).toHaveAccessibleName(new RegExp(`^Ring ${broker}, .*, Buyer’s broker$`))
    await expect(ring).toHaveAttribute('href', /^tel:\+44/)
    await next.click()
    await expect(
      page.getByRole('radiogroup', { name: 'State of Mortgage valuation completed' }).getByRole('radio', { checked: true }),
    ).toBeFocused()
  })

  await test.step('H opens and closes it, also on another tab; the choice is kept', async () => {
    await page.keyboard.press('h')
    await expect(whole.getByText('Next warning')).toBeVisible()
    await expectNoViolations(page, 'whole header')
    await page.getByRole('navigation', { name: 'Property', exact: true }).getByRole('link', { name: 'Chain' }).click()
    await expect(whole.getByRole('list', { name: 'Parties of the sale' })).toBeVisible()
    await page.keyboard.press('h')
    await expect(whole).toBeHidden()
  })

  await test.step('the parties and the branch are in menus', async () => {
    await header.getByRole('button', { name: 'Ring, log or e-mail a party' }).click()
    const parties = page.getByRole('dialog', { name: 'Parties' })
    await expect(parties.getByRole('listitem')).toHaveCount(5)
    await expectNoViolations(page, 'menu of parties')
    await page.keyboard.press('Escape')
    await expect(parties).toBeHidden()
    await header.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem').first()).toHaveText('Go to branch')
    await expect(page.getByRole('menuitem', { name: 'Go to branch workflow' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('in a contrast theme, states are seen without the colours of the app', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`/property/timeline?branch=${sale?.branch._id}&property=${sale?._id}`)
    await expect(firstStep(page)).toBeVisible()
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    const unlike = async (on: string, off: string, property: string) =>
      expect(await styleOf(on, property), on).not.toBe(await styleOf(off, property))
    await unlike('.state label:has(:checked)', '.state label:not(:has(:checked))', 'background-color')
    await unlike('.tabs > [aria-current]', '.tabs > a:not([aria-current])', 'border-bottom-color')
    await unlike('.side nav a[aria-current]', '.side nav a:not([aria-current])', 'background-color')
    expect(await styleOf('.switch input', 'border-top-width')).toBe('1px')
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('at 400 % zoom nothing sticky covers more than 92 of 225 px', async () => {
    await page.goto(`/property/timeline?branch=${sale?.branch._id}&property=${sale?._id}`)
    await page.setViewportSize({ width: 360, height: 225 })
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    expect(await coveredHeight(page)).toBeLessThanOrEqual(92)
  })
})

test('Header at 1024×768: every tab is in sight or in More, the controls above the tracks are one line, and a toast covers no control', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('5 Laptop Lane')
  await property.sell({ buyer: 'Mona Vane' })
  await property.complete(['MemoOfSaleSent'])
  await agency.signIn(page, 'staff')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(property.url('timeline'))
  const tabs = page.getByRole('navigation', { name: 'Property', exact: true })
  const more = tabs.getByRole('button', { name: 'More' })
  const isWhole = () => tabs.evaluate((bar) => bar.scrollWidth <= bar.clientWidth)
  const lines = () => page.locator('.timeline-toolbar').evaluate((bar) => bar.getBoundingClientRect().height)
  await expect(tabs.getByRole('link', { name: 'Record' })).toBeVisible()
  await expect(more).toHaveCount(0)
  expect(await isWhole()).toBe(true)
  expect(await lines()).toBeLessThanOrEqual(44)

  await test.step('beside the open sidebar', async () => {
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect(more).toBeVisible()
    await expect.poll(isWhole).toBe(true)
    expect(await lines()).toBeLessThanOrEqual(44)
    await more.click()
    await page.getByRole('menuitem', { name: 'Record' }).click()
    await expect(page).toHaveURL(/\/property\/record/)
    await expect(tabs.getByRole('link', { name: 'Record' })).toHaveAttribute('aria-current', 'page')
    await expect.poll(isWhole).toBe(true)
    await tabs.getByRole('link', { name: 'Timeline' }).click()
  })

  await test.step('a message is where no control is', async () => {
    await expect(page.getByRole('radiogroup', { name: 'State of Mortgage app submitted' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.locator('.toast')).toBeVisible()
    for (const [width, height] of [
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const covered = () =>
        page.evaluate(() => {
          const { left, top, right, bottom } = document.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect()
          return [...document.querySelectorAll('main :is(a, button, input, label)')]
            .filter((control) => !control.closest('.toasts'))
            .filter((control) => {
              const box = control.getBoundingClientRect()
              const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
              return box.width > 1 && x > left && x < right && y > top && y < bottom
            })
            .filter((control) => !control.closest('form') || control.getBoundingClientRect().bottom < innerHeight - 56)
            .map((control) => control.textContent)
        })
      await expect.poll(covered, `${width} px wide`).toEqual([])
    }
  })
})

test('Report at 1024×768: no filter stands on a line of its own', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/company/report')
  const filters = page.locator('.filters > .fld')
  await expect(page.getByRole('combobox', { name: 'Chain' })).toBeVisible()
  const lines = await filters.evaluateAll((all) =>
    Object.values(Object.groupBy(all, (one) => one.getBoundingClientRect().bottom)),
  )
  expect(lines.map((line) => line?.length)).not.toContain(1)
})
