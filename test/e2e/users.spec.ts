import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { clickUntil } from './support/navigate.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const stamp = Date.now().toString(36)
const initialPassword = 'Given-By-Somebody-2026'
const newPassword = 'Chosen-By-Myself-2026'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Fills in the card of a new user. Without a password they are e-mailed a temporary one. */
async function fillCard(page: Page, first: string, last: string, secret?: string): Promise<string> {
  const email = `${first}.${last}.${stamp}@larkmead.example`.toLowerCase()
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  if (secret === undefined) return email
  await page.getByLabel(/^Password/).fill(secret)
  await page.getByLabel('Confirm password').fill(secret)
  return email
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

async function signInAs(page: Page, email: string, secret: string) {
  // An open page that notices the end of its session would navigate to the sign-in page with its own address as `next`.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function openBranchUsers(page: Page) {
  await page.goto('/branch/manage')
  await page.getByRole('row').filter({ hasText: 'Tilehurst' }).getByRole('link', { name: 'Tilehurst', exact: true }).click()
  await page.getByRole('navigation', { name: 'Branch' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Users/ })).toBeVisible()
}

test('Add new user: a branch admin adds staff, and can neither manage nor remove users', async ({ page, agency }) => {
  await agency.signIn(page, 'branch')
  await agency.person('staff')
  await openBranchUsers(page)
  await expect(rowOf(page, 'Tamsin Larkspur')).toContainText('Using the app')
  await expect(page.getByRole('link', { name: /^Manage / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)

  await page.getByRole('link', { name: 'Add new user' }).click()
  await fillCard(page, 'Ines', 'Barleycote', initialPassword)
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByLabel('Confirm password').fill('Given-By-Nobody-20267')
  await expect(page.getByRole('alert').filter({ hasText: 'Passwords do not match.' })).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Confirm password').fill(initialPassword)
  await page.getByRole('combobox', { name: 'Type' }).click()
  await expect(page.getByRole('option', { name: 'Company Admin' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await save.click()
  await expectSaveMessage(page, 'This user can now login to the platform.')
  await expect(page.getByLabel('First name')).toHaveValue('')

  await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: 'Users' }).click()
  await expect(rowOf(page, 'Ines Barleycote')).toContainText('Has not yet logged in')
  await expect(rowOf(page, 'Ines Barleycote')).toContainText('Branch Staff')
})

test('Add new user: an address in use is reported under its field, and the input stays', async ({ page, agency }) => {
  await agency.signIn(page, 'branch')
  await page.goto('/branch/user-create')
  await fillCard(page, 'Twice', 'Taken')
  await page.getByRole('textbox', { name: 'E-mail' }).fill((await agency.person('staff')).email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/already belongs to an account/)
  await expect(page.getByText('already belongs to an account')).toHaveCount(1)
  await expect(page.getByLabel('First name')).toHaveValue('Twice')
})

test('Branch users: a company admin edits, removes and adds a member again', async ({ page, agency }) => {
  await agency.person('staff')
  await agency.addPerson({ type: 'COMPANY_ADMIN', firstName: 'Casimir', lastName: 'Dunmallow' })
  await agency.addPerson({ type: 'BRANCH_STAFF', firstName: 'Rosamund', lastName: 'Tickell' })
  await agency.signIn(page, 'company')
  await openBranchUsers(page)
  await expect(rowOf(page, '(you)').getByRole('link', { name: /^Manage / })).toHaveCount(0)
  await expect(rowOf(page, 'Casimir Dunmallow').getByRole('button', { name: /^Remove / })).toHaveCount(0)

  await test.step('change the type', async () => {
    await rowOf(page, 'Rosamund Tickell').getByRole('link', { name: 'Manage Rosamund Tickell' }).click()
    await choose(page, 'Type', 'Branch Admin')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaveMessage(page, 'User account edited')
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveText('Branch Admin')
  })

  await test.step('remove, by typing the full name', async () => {
    await page.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Type it here').fill('Rosamund Tickell')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Users/ })).toBeVisible()
    await expect(rowOf(page, 'Tamsin Larkspur')).toBeVisible()
    await expect(rowOf(page, 'Rosamund Tickell')).toHaveCount(0)
  })

  await test.step('add the user again', async () => {
    await page.getByRole('link', { name: 'Add existing user' }).click()
    const lookup = page.getByRole('combobox', { name: 'User’s e-mail' })
    await lookup.fill('nobody.here')
    await expect(page.getByText('No user found.')).toBeVisible()
    await lookup.fill('tamsin')
    await expect(page.getByRole('option', { name: /already in this branch/ })).toHaveAttribute('aria-disabled', 'true')
    await lookup.fill('rosamund')
    await page.getByRole('option', { name: /Rosamund Tickell/ }).click()
    await page.getByRole('button', { name: 'Add user' }).click()
    await expectSaveMessage(page, 'Your changes have been saved.')
    await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: 'Users' }).click()
    await expect(rowOf(page, 'Rosamund Tickell')).toContainText('Branch Admin')
  })
})

test('Create administrator: the new user activates the account and deletes it', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/user-create')
  const email = await fillCard(page, 'Odo', 'Fernleigh', initialPassword)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'This user can now login to the platform.')
  await page.getByRole('navigation', { name: 'Admins' }).getByRole('link', { name: 'Users' }).click()
  await expect(rowOf(page, 'Odo Fernleigh')).toContainText('Company Admin')
  await expect(rowOf(page, '(you)').getByRole('button')).toHaveCount(0)

  await signInAs(page, email, initialPassword)
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()

  await page.getByRole('link', { name: /Logged in as/ }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Type it here').fill('Odo Fernleigh')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signInAs(page, email, newPassword)
  await expect(page.getByText('E-mail and password do not match.')).toBeVisible()
})

test('People: invite, resend, share the sales of a leaver, deactivate, reactivate', async ({ page, agency }) => {
  const chooseAction = async (name: string, action: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const leaver = await agency.person('staff')
  await agency.person('branch')
  const { params } = await agency.takeOn('4 Handover Row')
  await (await agency.as('company')).call(saveContacts, { params, body: { bStaff: leaver.id } })
  await agency.signIn(page, 'company')
  await page.goto('/company/users')
  await expect(page.getByRole('heading', { level: 1, name: /^Admins/ })).toBeVisible()
  await page.getByRole('link', { name: 'Add a person' }).click()

  await test.step('a new user is in the list with branch and status', async () => {
    await fillCard(page, 'Mabel', 'Tpyo')
    await choose(page, 'Type', 'Branch Staff')
    await choose(page, 'Branches', 'Tilehurst')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Mabel Tpyo was e-mailed a temporary password')).toBeVisible()
    await page.getByRole('navigation', { name: 'Admins' }).getByRole('link', { name: 'Users' }).click()
    await expect(rowOf(page, 'Mabel Tpyo')).toContainText('Tilehurst')
    await expect(rowOf(page, 'Mabel Tpyo')).toContainText('Invited')
    await chooseAction('Mabel Tpyo', 'Resend invitation')
    await expectSaveMessage(page, 'Invitation sent')
  })

  await test.step('share the sales of a leaver, deactivate, reactivate', async () => {
    await chooseAction('Tamsin Larkspur', 'Deactivate')
    const deactivation = page.getByRole('alertdialog')
    await expect(deactivation.getByRole('button', { name: 'Deactivate anyway' })).toBeVisible()
    await expect(deactivation).toContainText('Tamsin Larkspur runs 1 home for sale of Tilehurst that is not completed.')
    await deactivation.getByRole('button', { name: 'Share first…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share the sales of Tamsin Larkspur' })
    await dialog.getByRole('combobox', { name: 'Among' }).click()
    await page.getByRole('option', { name: /Marnie Quillfeather/ }).click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('list', { name: 'Who gets how many' })).toContainText('Marnie Quillfeather 1 home for sale')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Share 1 home for sale' }).click()
    await deactivation.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(rowOf(page, 'Tamsin Larkspur')).toContainText('Deactivated')
    await chooseAction('Tamsin Larkspur', 'Reactivate')
    await expect(rowOf(page, 'Tamsin Larkspur')).toContainText('Active')
  })
})

test('Add existing user: a branch admin adds a colleague of another branch; a user without a branch sees a message', async ({
  page,
  agency,
  accounts,
}) => {
  const newcomer = await accounts.insert({
    type: 'BRANCH_STAFF',
    firstName: 'Perpetua',
    lastName: 'Nowhere',
    email: `perpetua.${agency.stamp}@larkmead.example`,
    companyId: agency.companyId,
  })
  await agency.person('company')
  await accounts.signIn(page, newcomer)
  await page.goto('/')
  await expect(page.getByRole('main').getByText('You do not belong to a branch yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ottoline Farthingale' })).toBeVisible()

  const caversham = await agency.addBranch('Caversham')
  await accounts.query('insert into branch_member (company_id, branch_id, user_id) values ($1, $2, $3)', [
    agency.companyId,
    caversham,
    newcomer,
  ])
  await clickUntil(page, 'Check again', page.getByRole('heading', { level: 1, name: /^Properties/ }))

  await agency.signIn(page, 'branch')
  await page.goto(`/branch/existing-user?branch=${agency.branchId}`)
  await page.getByRole('combobox', { name: 'User’s e-mail' }).fill('perpetua')
  await page.getByRole('option', { name: /Perpetua Nowhere/ }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  await expectSaveMessage(page, 'Your changes have been saved.')
  await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: 'Users' }).click()
  await expect(rowOf(page, 'Perpetua Nowhere')).toBeVisible()
})

test('Address with a wrong id or path: an explanation with a link, and it is not remembered', { tag: '@full' }, async ({
  page,
  agency,
  signInAsPlatformAdmin,
}) => {
  await signInAsPlatformAdmin(page)
  await page.goto(`/company/edit?company=${agency.companyId}`)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(page.getByRole('heading', { level: 1, name: agency.name })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Manage Companies' })).toHaveAttribute('aria-current', 'page')
  for (const wrong of ['00000000-0000-7000-8000-000000000001', 'not-an-id']) {
    await page.goto(`/company/edit?company=${wrong}`)
    await expect(page.getByText('No company found.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Manage Companies' })).toBeVisible()
    await page.goto('/company/edit')
    await expect(page.getByRole('heading', { level: 1, name: agency.name })).toBeVisible()
    await page.goto(`/branch/edit?branch=${wrong}`)
    await expect(page.getByText('No branch found.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Branches' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Branches/ })).toBeVisible()
  }
  for (const path of ['/company/edit/more', '/Company/Edit', '/company', '/branch/nothing', '/profile/me']) {
    await page.goto(path)
    await expect(page.getByText('There is no such page'), path).toBeVisible()
    await expect(sections.locator('[aria-current]'), path).toHaveCount(0)
  }
  await agency.signIn(page, 'staff')
  await page.goto('/company/edit/more')
  await expect(page.getByText('There is no such page')).toBeVisible()
  await expect(sections.locator('[aria-current]')).toHaveCount(0)
})

test('Manage administrators: create, edit, delete', async ({ page, signInAsPlatformAdmin }) => {
  await signInAsPlatformAdmin(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Manage administrators/ })).toBeVisible()
  await page.getByRole('link', { name: 'Create User' }).click()
  await fillCard(page, 'Perpetua', 'Sallow')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Perpetua Sallow was e-mailed a temporary password')).toBeVisible()
  await page.getByRole('link', { name: 'Users list' }).click()
  await rowOf(page, 'Perpetua Sallow').getByRole('link', { name: 'Manage Perpetua Sallow' }).click()
  await page.getByLabel('Telephone').fill('0118 496 0177')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'User account edited')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Type it here').fill('Perpetua Sallow')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, '(you)')).toBeVisible()
  await expect(rowOf(page, 'Perpetua Sallow')).toHaveCount(0)
})

test('Create Company with one licence: review the timeline, create the branch, then no licence is left', {
  tag: '@full',
}, async ({ page, signInAsPlatformAdmin }) => {
  const company = `Quernstone ${stamp}`
  await signInAsPlatformAdmin(page)
  await page.goto('/company/create')
  const form = page.getByRole('form', { name: 'Create Company' })
  await form.getByLabel('Name', { exact: true }).fill(company)
  await form.getByLabel('Address line 1').fill('1 Mill Lane')
  await form.getByLabel('Postcode').fill('RG1 1AA')
  await fillCard(page, 'Hester', 'Quern', initialPassword)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Company saved')
  await page.getByRole('link', { name: 'Create a new branch' }).click()
  await expect(page.getByText('Review the company timeline first')).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Millstone')
  await page.getByLabel('Address line 1').fill('2 Mill Lane')
  await page.getByLabel('Postcode').fill('RG1 1AB')
  await page.getByRole('radio', { name: 'New user' }).check({ force: true })
  const administrator = page.getByRole('region', { name: 'Administrator' })
  await administrator.getByLabel('First name').fill('Wilf')
  await administrator.getByLabel('Last name').fill('Stonecrop')
  await administrator.getByLabel('E-mail').fill(`wilf.${stamp}@quernstone.example`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('All licences of this company are in use.')).toBeVisible()
  await expectSaveMessage(page, 'Branch saved')
  await expect(page.getByLabel('Address line 1')).toHaveCount(0)

  await page.getByRole('link', { name: 'Manage Millstone' }).click()
  await page.getByRole('navigation', { name: 'Branch' }).getByRole('link', { name: 'Users' }).click()
  await expect(rowOf(page, 'Wilf Stonecrop')).toContainText('Branch Admin')
  await expect(rowOf(page, 'Hester Quern')).toContainText('Company Admin')
})

test('Branch users: branch staff can see but not change them', { tag: '@full' }, async ({ page, agency }) => {
  await agency.signIn(page, 'staff')
  await openBranchUsers(page)
  await expect(rowOf(page, 'Tamsin Larkspur')).toBeVisible()
  for (const name of ['Add new user', 'Add existing user', /^Manage /])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  for (const path of [
    '/branch/user-create',
    '/branch/existing-user',
    '/user-edit',
    '/company/users',
    '/company/user-create',
    '/gya/users',
  ]) {
    await page.goto(path)
    await expect(page.getByText('You do not have this page'), path).toBeVisible()
  }
  await page.goto('/company/edit')
  await expect(page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Workflow' })).toBeVisible()
  for (const name of ['Add Branch', 'Admins', 'Timeline'])
    await expect(page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name })).toHaveCount(0)
  await page.goto('/branch/edit')
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('Profile: saved; sidebar and colour scheme are remembered per user', { tag: '@full' }, async ({ page, agency }) => {
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-colour-scheme'))
  await agency.signIn(page, 'staff')
  await page.goto('/')
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.getByRole('link', { name: /Logged in as/ }).click()
  await page.getByLabel('Telephone').fill('0118 496 0155')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSaveMessage(page, 'Your changes were saved successfully.')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await page.reload()
  await expect(page.getByLabel('Telephone')).toHaveValue('0118 496 0155')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect.poll(scheme).toBe('dark')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await agency.signIn(page, 'branch')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
  await expect.poll(scheme).toBeNull()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await agency.signIn(page, 'staff')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect.poll(scheme).toBe('dark')
})

test('Support request: arrives by e-mail', async ({ page, agency, signInAsPlatformAdmin }) => {
  await agency.signIn(page, 'staff')
  await page.goto('/')
  await page.getByRole('button', { name: 'Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit support request' })
  await dialog.getByRole('textbox').fill('ab')
  await expect(dialog.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill(`The printer hums ${stamp}`)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Thank you, your request has been sent to our support team')).toBeVisible()
  await signInAsPlatformAdmin(page)
  await page.goto('/gya/mailbox')
  await rowOf(page, 'Support request').first().getByText('Support request').click()
  await expect(page.getByText(`The printer hums ${stamp}`)).toBeVisible()
})
