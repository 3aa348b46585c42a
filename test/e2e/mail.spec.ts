import type { Agency } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { proveListedKeys, switchSingleKeysOff } from './support/listed-keys.ts'
import { receiveMail } from './support/mail.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const ned = 'Ned Oxenham <ned@oxenham.example>'
const news = 'Property Weekly <news@weekly.example>'
const rows = (page: Page) => page.getByRole('list', { name: 'E-mails' }).getByRole('button')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const toast = (page: Page) => page.locator('.toast')
const which = (page: Page) => page.getByRole('region', { name: 'Which sale?' })

async function sellTwo(agency: Agency): Promise<void> {
  for (const [line1, buyer] of [
    ['27 Rodway Road', 'Fenwick Larkrise'],
    ['3 Elm Close', 'Mona Vane'],
  ] as const)
    await (await agency.takeOn(line1)).sell({ buyer })
}

test('Mail: an e-mail comes in and is filed by its digit, on two sales, or set aside; undo brings it back', {
  tag: '@core',
}, async ({ page, agency }) => {
  await sellTwo(agency)
  const { send } = await receiveMail(agency)
  await agency.signIn(page, 'staff')
  await page.goto('/mail')
  await expect(page.getByText('Nothing to file.')).toBeVisible()
  await expectNoViolations(page, 'empty')

  await test.step('it appears on the open screen, and 1 files it', async () => {
    await send({ from: ned, subject: 'Larkrise, 27 Rodway Road', text: 'We act for the buyer.\n\nhttps://oxenham.example/file' })
    await expect(row(page, '27 Rodway Road')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Mail/ })).toContainText(
      '1 to file',
    )
    await expect(which(page).getByRole('listitem')).toContainText(['names 27 Rodway Road'])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoViolations(page, colorScheme)
    }
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(row(page, '27 Rodway Road'), 'marked by more than a colour').toHaveCSS('outline-style', 'solid')
    await page.emulateMedia({ forcedColors: 'none' })
    await page.keyboard.press('1')
    await expect(toast(page)).toContainText('Filed on 27 Rodway Road')
    await expect(page.getByText('Nothing to file.')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(row(page, '27 Rodway Road')).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByText('Nothing to file.')).toBeVisible()
  })

  await test.step('Shift chooses several, Enter files on them', async () => {
    await send({ from: ned, subject: 'Both', text: 'About 27 Rodway Road and 3 Elm Close: we have the keys.' })
    await expect(which(page).getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Shift+Digit1')
    await page.keyboard.press('Shift+Digit2')
    await expect(page.getByRole('button', { name: 'File on 2 sales' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(toast(page)).toContainText('Filed on 2 sales')
  })

  await test.step('all of a sender are set aside', async () => {
    for (const text of ['One', 'Two', 'Three']) await send({ from: news, subject: `News ${text}`, text })
    await expect(rows(page)).toHaveCount(3)
    await page.getByText('With the other 2 e-mails of this sender').click()
    await page.keyboard.press('x')
    await expect(toast(page)).toContainText('Set aside: 3 e-mails')
    await expect(page.getByText('Nothing to file.')).toBeVisible()
    await page.getByRole('radio', { name: 'Aside' }).check()
    await expect(rows(page)).toHaveCount(3)
    await page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByRole('textbox', { name: 'Search' }))
      .fill('two')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: /^Back to file/ }).click()
    await expect(page.getByText('Nothing fits')).toBeVisible()
  })
})

test('Mail: every key that ? lists works; with single keys off, all is done by buttons', async ({ page, agency }) => {
  await sellTwo(agency)
  await agency.addBranch('Caversham')
  const { send } = await receiveMail(agency)
  for (const nth of ['First', 'Second', 'Third', 'Fourth'])
    await send({ from: ned, subject: `${nth}, 27 Rodway Road`, text: 'Or is it 3 Elm Close?' })
  await agency.signIn(page, 'staff')
  await page.goto('/mail')
  await expect(rows(page)).toHaveCount(4)
  await expect(which(page).getByRole('listitem')).toHaveCount(2)
  const current = (subject: string) => expect(row(page, subject)).toHaveAttribute('aria-current', 'true')
  const marks =
    (key: string, subject: string): (() => Promise<void>) =>
    async () => {
      await page.keyboard.press(key)
      await current(subject)
    }
  /** Leaves the list, and Ctrl Z brings it back. */
  const leaves =
    (key: string, words: string): (() => Promise<void>) =>
    async () => {
      await page.keyboard.press(key)
      await expect(toast(page)).toContainText(words)
      await expect(rows(page)).toHaveCount(3)
      await page.keyboard.press('Control+z')
      await expect(rows(page)).toHaveCount(4)
      await page.keyboard.press('Home')
      await expect(which(page).getByRole('listitem')).toHaveCount(2)
    }
  await proveListedKeys(page, 'Keys of Mail', {
    '↓': marks('ArrowDown', 'Third'),
    J: marks('j', 'Second'),
    '↑': marks('ArrowUp', 'Third'),
    K: marks('k', 'Fourth'),
    End: marks('End', 'First'),
    Home: marks('Home', 'Fourth'),
    'Shift 1 … 9': async () => {
      await page.keyboard.press('Shift+Digit2')
      await expect(which(page).getByRole('checkbox', { name: 'Choose 3 Elm Close' })).toBeChecked()
    },
    Enter: leaves('Enter', 'Filed on 3 Elm Close'),
    '1 … 9': leaves('1', 'Filed on 27 Rodway Road'),
    X: leaves('x', 'Set aside'),
    'Shift X': leaves('Shift+X', 'Marked as junk'),
    P: async () => {
      await page.keyboard.press('p')
      await page.getByRole('menuitem', { name: 'Caversham' }).click()
      await expect(toast(page)).toContainText('Passed to Caversham')
      await expect(rows(page)).toHaveCount(3)
      await page.keyboard.press('Control+z')
      await expect(rows(page)).toHaveCount(4)
      await page.keyboard.press('Home')
      await expect(which(page).getByRole('listitem')).toHaveCount(2)
    },
    O: async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('o')])
      expect(file.suggestedFilename()).toMatch(/\.eml$/)
    },
    F: async () => {
      await page.keyboard.press('f')
      await expect(page.getByRole('combobox', { name: 'Another sale' })).toBeFocused()
      await page.keyboard.type('rodway')
      await page.getByRole('option', { name: /27 Rodway Road/ }).click()
      await expect(page.getByRole('button', { name: 'File on the chosen sale' })).toBeVisible()
    },
  })
  await rows(page).first().focus()
  await switchSingleKeysOff(page)
  await rows(page).first().focus()
  for (const key of ['1', 'x', 'j']) await page.keyboard.press(key)
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'File on the chosen sale' }).click()
  await expect(toast(page)).toContainText('Filed on 27 Rodway Road')
  await which(page)
    .getByRole('button', { name: /3 Elm Close/ })
    .click()
  await expect(toast(page)).toContainText('Filed on 3 Elm Close')
  await page.getByRole('button', { name: /^Not about a sale/ }).click()
  await expect(toast(page)).toContainText('Set aside')
  await page.getByRole('button', { name: /^Junk/ }).click()
  await expect(page.getByText('Nothing to file.')).toBeVisible()
})

test('Mail: the mark stays where it is when a colleague files the marked e-mail', async ({ page, agency, colleague }) => {
  await sellTwo(agency)
  const { send } = await receiveMail(agency)
  for (const nth of ['First', 'Second', 'Third']) await send({ from: ned, subject: `${nth}, 27 Rodway Road`, text: 'Hello' })
  await agency.signIn(page, 'staff')
  const other = await colleague('branch')
  for (const one of [page, other]) {
    await one.goto('/mail')
    await expect(rows(one)).toHaveCount(3)
    await one.keyboard.press('j')
    await expect(row(one, 'Second')).toHaveAttribute('aria-current', 'true')
  }
  await expect(which(other).getByRole('listitem')).toContainText(['names 27 Rodway Road'])
  await other.keyboard.press('1')
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, 'First')).toHaveAttribute('aria-current', 'true')
})

test('Mail: bank details are hidden until Show, a link is shown and not opened, nothing is loaded from outside', async ({
  page,
  agency,
}) => {
  const { send } = await receiveMail(agency)
  const outside: string[] = []
  page.on('request', (request) => new URL(request.url()).hostname !== '127.0.0.1' && outside.push(request.url()))
  const html =
    '<p>Our new bank details: sort code 20-45-45, account 12345678.</p><p>See https://evil.example/a?b=1.</p><img src="https://evil.example/p.gif"><script>alert(1)</script>'
  await send({ from: ned, subject: 'New bank details', html })
  await agency.signIn(page, 'staff')
  await page.goto('/mail')
  const message = page.getByRole('article')
  await expect(message).toContainText('Fraudsters send e-mails like this shortly before money moves.')
  await expect(message).toContainText('••••••78')
  await expect(message).not.toContainText('12345678')
  await message.getByRole('button', { name: 'Show' }).click()
  await expect(message).toContainText('account 12345678')
  await message.getByRole('button', { name: 'https://evil.example/a?b=1' }).click()
  await expect(page.getByRole('dialog', { name: 'Where the link leads' })).toContainText('To evil.example.')
  await page.keyboard.press('Escape')

  await message.getByText('As it was sent').click()
  const sent = message.getByTitle('The e-mail as it was sent')
  await expect(sent.contentFrame().getByText('account 12345678')).toBeVisible()
  await expect(sent).toHaveAttribute('sandbox', '')
  await expect(sent.contentFrame().locator('img, script, a')).toHaveCount(0)
  expect(outside).toEqual([])

  await message.getByRole('button', { name: 'I have checked' }).click()
  await page.getByRole('dialog').getByLabel('How').fill('Rang Ned Oxenham on 0118 496 0201')
  await page.getByRole('dialog').getByRole('button', { name: 'I have checked' }).click()
  await expect(message).toContainText('Rang Ned Oxenham on 0118 496 0201')
})

test('Mail on a phone: the e-mail is a page of its own, Which sale? a sheet at its foot', async ({ page, agency }) => {
  await sellTwo(agency)
  const { send } = await receiveMail(agency)
  await send({ from: ned, subject: 'Larkrise, 27 Rodway Road', text: 'We act for the buyer.' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await agency.signIn(page, 'staff')
  await page.goto('/mail')
  await expectNoViolations(page, 'list on a phone')
  await row(page, '27 Rodway Road').click()
  await expect(page.getByRole('article')).toContainText('We act for the buyer.')
  await expectNoViolations(page, 'e-mail on a phone')
  await page.goBack()
  await row(page, '27 Rodway Road').click()
  await page.getByRole('button', { name: 'Which sale?' }).click()
  const sheet = page.getByRole('dialog', { name: 'Which sale?' })
  await expect(sheet.getByRole('button', { name: /27 Rodway Road/ })).toBeVisible()
  await expectNoViolations(page, 'which sale on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await sheet.getByRole('button', { name: /27 Rodway Road/ }).click()
  await expect(page.getByText('Nothing to file.')).toBeVisible()
})

test('Branch › E-mail: the address is chosen once, switched on and off; Mail then stands in the sidebar', async ({
  page,
  agency,
}) => {
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Mail/ })
  await agency.signIn(page, 'branch')
  await page.goto('/today')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  await expect(link).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(page.getByText('No e-mail comes in yet')).toBeVisible()
  await page.getByRole('link', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Answers come to the sale, not to your own mailbox')
  await dialog.getByLabel('Name').fill(`Lark-${agency.stamp}`)
  await expectNoViolations(page, 'dialog')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expectSaveMessage(page, 'Address saved')
  const address = page.getByRole('region', { name: 'Address' })
  await expect(address).toContainText(`lark-${agency.stamp}@in.gya.example`)
  await expect(link).toBeVisible()
  await expectNoViolations(page, 'on')
  await address.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  // The message of before may still stand; the same words again are no new one.
  await expect(address).toContainText('E-mail is off: answers go to the sender’s own address.')
})

test('Branch › E-mail: a mail account is added, tested, switched off and deleted', async ({ page, agency }) => {
  await agency.signIn(page, 'branch')
  await page.goto('/branch/mail')
  const accounts = page.getByRole('region', { name: 'Mail accounts' })
  await accounts.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Sales')
  await dialog.getByLabel('User').fill('sales@agency.example')
  await dialog.getByLabel('Server').fill('127.0.0.1')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('The password of the mailbox')
  await expectNoViolations(page, 'new account')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByText('Use a name and not a number for the host.')).toBeVisible()
  await dialog.getByLabel('Server').fill('imap.nowhere.example')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expectSaveMessage(page, 'Mail account saved')
  const account = accounts.getByRole('listitem').filter({ hasText: 'sales@agency.example' })
  await expect(account).toContainText('0 e-mails seen, 0 copied')
  await account.getByRole('button', { name: 'Test Sales' }).click()
  await expect(account).toContainText('The host name could not be resolved.')
  await account.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Switch off…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Switch off' }).click()
  await expect(account).toContainText('It is not read.')
  await expectNoViolations(page, 'account that is off')
  await account.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(accounts.getByRole('listitem')).toHaveCount(0)
})
