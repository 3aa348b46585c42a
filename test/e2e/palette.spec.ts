import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { rowsOf, sellBlocked } from './support/today.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or do anything' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const marked = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true })
const open = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('Palette: a few letters and Enter open a property; people with their actions; recent places; Escape restores the focus', async ({
  page,
  agency,
}) => {
  const property = await sellBlocked(agency, '27 Rodway Road')
  const staff = await agency.as('staff')
  await staff.call(createContact, {
    params: { companyId: agency.companyId },
    body: {
      name: 'Nettlefold Conveyancing',
      pocs: [{ name: 'Calliope Primrose', email: 'c@law.example', tel: '0118 496 0201' }],
    },
  })
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()

  await test.step('three letters, Enter', async () => {
    await open(page)
    await page.keyboard.type('rod')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/property/timeline\\?.*${property.params.propertyId}`))
    await expect(page.getByRole('heading', { name: '27 Rodway Road' })).toBeVisible()
  })

  await test.step('the sale on screen, by its actions; > lists actions only', async () => {
    await open(page)
    await expect(page.getByRole('group', { name: 'On this screen: 27 Rodway Road' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /Today/ })).toBeVisible()
    await expectNoViolations(page, 'palette')
    await page.keyboard.type('>note')
    await expect(marked(page)).toContainText('Add a note')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /note/i })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('@ lists people and firms; the right arrow what can be done', async () => {
    await open(page)
    await page.keyboard.type('@prim')
    await expect(marked(page)).toContainText('Calliope Primrose')
    await expectNoViolations(page, 'people')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('group', { name: 'Actions with Calliope Primrose' })).toBeVisible()
    await expect(options(page).first()).toContainText('0118 496 0201')
    await page.keyboard.press('ArrowLeft')
    await expect(marked(page)).toContainText('Calliope Primrose')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chase\?.*party=poc/)
  })

  await test.step('from a field, and back to it; Ctrl Enter opens a new tab', async () => {
    await page.goto('/company/properties')
    const search = page.getByLabel('Search').first()
    await search.focus()
    await open(page)
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()
    await open(page)
    await page.keyboard.type('rodway')
    await expect(marked(page)).toContainText('27 Rodway Road')
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
    expect(tab.url()).toContain(property.params.propertyId)
    await tab.close()
    await expect(field(page)).toBeFocused()
  })

  await test.step('without a property on screen, an item that needs one asks for it', async () => {
    await field(page).fill('memo')
    await expect(marked(page)).toContainText('Memorandum')
    await page.keyboard.press('Enter')
    const asked = page.getByRole('group', { name: /Which property\?$/ })
    await expect(asked.getByRole('option').first()).toContainText('27 Rodway Road')
    await expectNoViolations(page, 'asks for the property')
    await page.keyboard.type('rodw')
    await expect(marked(page)).toContainText('27 Rodway Road')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/property/memo\\?.*${property.params.propertyId}`))
    await page.goBack()
    await open(page)
  })

  await test.step('nothing found, and a failure', async () => {
    await field(page).fill('zzzz')
    await expect(page.getByRole('status').filter({ hasText: 'Nothing contains this.' })).toBeVisible()
    await page.route('**/api/search/**', (route) => route.abort())
    await field(page).fill('rodw')
    await expect(page.getByRole('alert').filter({ hasText: 'The search failed' })).toBeVisible()
    await page.unroute('**/api/search/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(marked(page)).toContainText('27 Rodway Road')
  })
})

test('Palette: "results of an older text never replace those of a newer"', async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await sellBlocked(agency, '41 Recreation Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()
  /** Delayed until the newer response is shown. */
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/search/**', async (route) => {
    if (new URL(route.request().url()).searchParams.get('q') === 'rod') await held
    await route.continue().catch(() => undefined)
  })
  await open(page)
  const older = page.waitForRequest((request) => request.url().includes('q=rod'))
  await page.keyboard.type('rod')
  await older
  await field(page).fill('recre')
  await expect(marked(page)).toContainText('41 Recreation Road')
  release()
  await page.unroute('**/api/search/**', { behavior: 'wait' } as never).catch(() => undefined)
  await expect(marked(page)).toContainText('41 Recreation Road')
  await expect(options(page).filter({ hasText: '27 Rodway Road' })).toHaveCount(0)
})

test('Quick add: a task with the day at the end of its line, for the sale on screen; a note', async ({ page, agency }) => {
  const property = await sellBlocked(agency, '27 Rodway Road')
  const staff = await agency.as('staff')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await expect(page.getByRole('heading', { name: '27 Rodway Road' })).toBeVisible()
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog', { name: 'Quick add' })
  await expect(dialog.getByLabel('What is to be done')).toBeFocused()
  await page.keyboard.type('ring Nettlefold re searches tomorrow 10:00')
  await expect(dialog.getByText(/^ring Nettlefold re searches Due \w+ [\d/]+ at 10:00\.$/)).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Property' })).toHaveValue('27 Rodway Road')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const { companyId, propertyId } = property.params
  const tasks = await staff.call(listTasks, { params: { companyId }, query: { propertyId } })
  expect(tasks.data).toMatchObject([{ title: 'ring Nettlefold re searches', dueAt: '10:00' }])

  await page.keyboard.press('q')
  await page.keyboard.type('Pack has arrived')
  await dialog.getByRole('radio', { name: 'Note' }).check()
  await expect(dialog.getByLabel('Note', { exact: true }).last()).toHaveValue('Pack has arrived')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog).toBeHidden()
  expect((await staff.call(listNotes, { params: property.params })).data).toMatchObject([{ message: 'Pack has arrived' }])
})

test('Palette: keys typed while its code is loading become its text, and do not act on the page', async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/palette-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('det')
  release()
  await expect(field(page)).toHaveValue('det')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(rowsOf(page)).toHaveCount(1)
})

const goes = (path: string) => async (page: Page) => {
  await page.keyboard.press('g')
  await page.keyboard.press(path === '/today' ? 't' : path === '/company/report' ? 'r' : path === '/updates' ? 'u' : 'p')
  await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
}

/** The visible effect of each key of the section Everywhere. */
const everywhere: Record<string, (page: Page) => Promise<void>> = {
  'Ctrl K': async (page) => {
    await open(page)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeHidden()
  },
  Q: async (page) => {
    await page.keyboard.press('q')
    await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeHidden()
  },
  'G R': goes('/company/report'),
  'G P': goes('/company/properties'),
  'G U': goes('/updates'),
  'G T': goes('/today'),
  '/': async (page) => {
    await page.keyboard.press('/')
    await expect(page.getByLabel('Search').first()).toBeFocused()
  },
  'Ctrl Z': async (page) => {
    await rowsOf(page).first().focus()
    const count = await rowsOf(page).count()
    await page.keyboard.press('s')
    await page.keyboard.press('2')
    await expect(rowsOf(page)).toHaveCount(count - 1)
    await page.keyboard.press('Control+z')
    await expect(page.locator('.toast')).toContainText('Undone: ')
    await expect(rowsOf(page)).toHaveCount(count)
  },
  'Ctrl Shift Z': async (page) => {
    await page.keyboard.press('Control+Shift+z')
    await expect(page.locator('.toast')).toContainText(/There is nothing to make again/)
  },
  '?': async (page) => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: /^Keys/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: /^Keys/ })).toBeHidden()
  },
}

test('Every screen: each key that ? lists under Everywhere works; without single keys only those with Ctrl', {
  tag: '@full',
}, async ({ page, agency }) => {
  test.slow()
  await sellBlocked(agency, '27 Rodway Road')
  await sellBlocked(agency, '41 Recreation Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()
  await page.keyboard.press('?')
  const section = page.getByRole('dialog', { name: 'Keys of Today' }).getByRole('region', { name: 'Everywhere' })
  await expect(section).toBeVisible()
  const listed = await section
    .locator('dt')
    .evaluateAll((terms) => terms.map((term) => [...term.children].map(({ textContent }) => textContent).join(' ')))
  await page.keyboard.press('Escape')
  await expect(section).toBeHidden()
  expect(Object.keys(everywhere)).toEqual(expect.arrayContaining(listed))
  // G T is tested last: the other keys need Today's list.
  const inOrder = Object.keys(everywhere).filter((keys) => listed.includes(keys))
  for (const keys of inOrder) {
    await test.step(keys, async () => {
      await everywhere[keys]?.(page)
      if (!keys.startsWith('G') || keys === 'G T') await expect(rowsOf(page).first()).toBeVisible()
    })
  }

  await test.step('after the window was closed by the pointer, keys act on the list at once', async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys of Today' }).getByRole('button', { name: 'Close' }).last().click()
    await rowsOf(page).first().focus()
    await page.keyboard.press('x')
    await expect(rowsOf(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('x')
  })

  await test.step('single keys off', async () => {
    await rowsOf(page).first().focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys of Today' }).getByText('Single keys').click()
    await expect(page.getByRole('switch', { name: 'Single keys' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await rowsOf(page).first().focus()
    for (const key of ['q', 'g', 'r', '?']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/today/)
    await open(page)
    await page.getByRole('button', { name: 'all keys' }).click()
    await expect(page.getByRole('region', { name: 'Everywhere' }).locator('dt')).toHaveCount(3)
  })
})
