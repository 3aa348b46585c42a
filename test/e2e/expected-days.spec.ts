import { workingDayFrom } from '@gya/domain/common/bank-holidays.ts'
import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { openHeader } from './support/timeline-actions.ts'

const today = londonDay(new Date().toISOString())
/** The days that the story moves to: the vendor is told, and a completion moves to, working days. */
const isWorking = (start: string) =>
  [40, 45, 58, 59, 60].every((days) => addDays(start, days) === workingDayFrom(addDays(start, days)))
/** From here the days of the story are counted. */
const start = Array.from({ length: 60 }, (_, days) => addDays(today, days)).find(isWorking) ?? today
const inDays = (count: number) => addDays(start, count)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Progressor and expected days' })

async function openDays(page: Page) {
  await page.locator('header.phead').getByTitle('Change expected exchange').click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}

/** Types key by key, because the dialog also validates incomplete days. */
async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const field = dialogOf(page).getByRole('textbox', { name: label })
  await field.clear()
  await field.pressSequentially(day)
}

async function save(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialogOf(page)).toBeHidden()
}

test('Expected days: set, moved twice, shared with the vendor, refused with a message, undone from the toast', async ({
  page,
  agency,
  colleague,
}) => {
  const property = await agency.takeOn('4 Almanac Row')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  const header = await openHeader(page)
  const vendor = await colleague('vendor')
  const expectVendorToRead = async (day: string | null) => {
    await vendor.goto('/vendor')
    await expect(vendor.getByRole('heading', { level: 1 })).toHaveText(property.line1)
    const line = vendor.getByText(/We are working towards exchange around/)
    if (day === null) await expect(line).toHaveCount(0)
    else {
      const words = new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
      await expect(line).toHaveText(`We are working towards exchange around ${words}.`)
    }
    await expect(vendor.locator('body')).not.toContainText(/moved|later than|first expected|overdue/i)
  }

  await test.step('set expected exchange and completion; the vendor reads nothing', async () => {
    const dialog = await openDays(page)
    await expect(dialog.getByRole('textbox', { name: 'Expected exchange' })).toBeFocused()
    await expect(dialog.getByLabel('Reason')).toHaveCount(0)
    await typeDay(page, 'Expected exchange', showDate(inDays(40)))
    await save(page)
    await openDays(page)
    await expect(dialog.getByRole('textbox', { name: 'Expected completion' })).toBeFocused()
    await typeDay(page, 'Expected completion', showDate(inDays(47)))
    await save(page)
    await expect(header).toContainText(showDate(inDays(40)))
    await expectVendorToRead(null)
  })

  await test.step('moved twice, and shared', async () => {
    const moved = await openDays(page)
    await expect(moved.getByRole('textbox', { name: 'Expected exchange' })).toBeFocused()
    await typeDay(page, 'Expected exchange', showDate(inDays(45)))
    await expect(moved.getByLabel('Reason')).toBeVisible()
    await save(page)
    await expect(header).toContainText('moved once')
    const dialog = await openDays(page)
    await typeDay(page, 'Expected exchange', showDate(inDays(58)))
    await expect(dialog.getByText(`Moves along to ${showDate(inDays(60))}, by as many days.`)).toBeVisible()
    await dialog.getByLabel('Reason').fill('The searches are late')
    await dialog.getByLabel('Show the expected days to the vendor').check({ force: true })
    await save(page)
    await expect(header).toContainText('moved twice')
    await openDays(page)
    await expect(dialog.getByText('moved twice, 18 days later than first expected')).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Expected exchange so far' }).getByRole('listitem').first()).toContainText(
      'The searches are late',
    )
    await expectNoViolations(page)
    await expectVendorToRead(inDays(58))
  })

  await test.step('refused in words', async () => {
    const dialog = dialogOf(page)
    const saveButton = dialog.getByRole('button', { name: 'Save', exact: true })
    await typeDay(page, 'Expected completion', showDate(inDays(50)))
    await expect(dialog.getByText('Completion cannot be before exchange.').first()).toBeVisible()
    await expect(saveButton).toHaveAttribute('aria-disabled', 'true')
    await typeDay(page, 'Expected completion', showDate(inDays(60)))
    await typeDay(page, 'Expected exchange', showDate(addDays(today, -1)))
    await expect(dialog.getByText('Choose a day that is still to come.').first()).toBeVisible()
    await expect(saveButton).toHaveAttribute('aria-disabled', 'true')
    await typeDay(page, 'Expected exchange', '31/')
    await dialog.getByRole('textbox', { name: 'Expected exchange' }).blur()
    await expect(dialog.getByText('Enter a day as DD/MM/YYYY.').first()).toBeVisible()
    await expect(saveButton).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('undone from the toast', async () => {
    await typeDay(page, 'Expected exchange', showDate(inDays(59)))
    await save(page)
    await expect(header).toContainText('moved 3 times')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(header).toContainText('moved twice')
    await expect(header).toContainText(showDate(inDays(58)))
    await expectVendorToRead(inDays(58))
  })
})
