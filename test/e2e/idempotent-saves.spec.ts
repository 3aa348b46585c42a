import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { setState } from './support/timeline-actions.ts'
import { salesOfOneSolicitor, sellBlocked, solicitor } from './support/today.ts'

/** Answers the first such call wrongly, although the server has executed it. */
async function loseFirst(
  page: Page,
  url: string,
  method: string,
  answer = { contentType: 'text/html', body: '<h1>Sign in</h1>' },
) {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.continue()
    isLost = true
    await route.fetch()
    return route.fulfill({ status: 200, ...answer })
  })
}

test('POST viewings: a save whose response was lost is stored once, however often it is retried', { tag: '@core' }, async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('3 Lost Answer Lane')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('viewing-create'))
  await page.getByLabel('Client').fill('Perdita Vance')
  const keys: (string | undefined)[] = []
  await page.route('**/viewings', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(page.getByText('The server cannot be reached.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(page).toHaveURL(/\/property\/viewings/)
  await expect(page.getByRole('row', { name: /Perdita Vance/ })).toHaveCount(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

for (const [what, answer] of [
  ['a page of a proxy', { contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' }],
  ['half a body', { contentType: 'application/json', body: '{"_id":"' }],
] as const)
  test(`PUT property answered by ${what}: the form stays, and Try again says that it was saved already`, async ({
    page,
    agency,
  }) => {
    const property = await agency.takeOn('5 Proxy Parade')
    await agency.signIn(page, 'staff')
    await page.goto(property.url('edit'))
    await page.getByLabel('Bedrooms').fill('4')
    await loseFirst(page, '**/api/property/*/*', 'PUT', answer)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/it is not known whether this was saved/).first()).toBeVisible()
    await expect(page.getByLabel('Bedrooms')).toHaveValue('4')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/This was saved already, at \d\d:\d\d\./)).toBeVisible()
    await expect(page.getByLabel('Bedrooms')).toHaveValue('4')
  })

test('Timeline: a save whose answer could not be read is the saver’s own when it is repeated', async ({ page, agency }) => {
  const property = await agency.takeOn('7 Proxy Parade')
  await property.sell({ buyer: 'Perpetua Coinsworth' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await setState(page, 'Memo of sale sent', 'Complete')
  await loseFirst(page, '**/timeline', 'PUT')
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expect(page.getByText(/^Error saving\. .*it is not known whether this was saved/)).toBeVisible()
  await expect(page.getByText('A colleague has changed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/This was saved already, at \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText(/also changed|Somebody else has saved/)).toHaveCount(0)
  await expect(page.getByText('No changes')).toBeVisible()
})

test('Today: the message of a lost answer outlives the row, and Try again logs the call once', async ({ page, agency }) => {
  const [property] = await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  const group = page.getByRole('row').filter({ hasText: solicitor })
  await group.first().focus()
  const card = page.getByRole('complementary', { name: 'Call card' })
  await card.getByRole('button', { name: 'Spoke' }).click()
  await card.getByLabel('Note, for colleagues').fill('They rang back at noon.')
  await loseFirst(page, '**/conversation/*', 'POST')
  await page.keyboard.press('Control+Enter')
  await expect(group).toHaveCount(0)
  const toast = page.locator('.toast')
  await expect(toast).toContainText(`${solicitor}: The server’s answer could not be read`)
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(toast).toContainText(`Spoke: ${solicitor}, 1 sale`)
  const staff = await agency.as('staff')
  const query = { propertyId: property?.params.propertyId }
  const { data } = await staff.call(listConversations, { params: { companyId: agency.companyId }, query })
  expect(data.map(({ note }) => note)).toEqual(['They rang back at noon.'])
})
