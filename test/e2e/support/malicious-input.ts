import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { createMaliciousCompany, type MaliciousCompany } from '../../support/malicious-company.ts'
import { navigate } from './navigate.ts'
import { screens } from './screens.ts'
import { password, type Role } from './sign-in.ts'

declare global {
  interface Window {
    hits?: number[]
  }
}

let company: MaliciousCompany
/** Screens that are not in `screens`: panels, dialogs and subpages. */
const otherPaths: Partial<Record<Role, readonly string[]>> = {
  company: ['/user-edit', '/company/users', '/profile', '/company/templates?tab=tasks'],
  staff: ['/property/edit?panel=history', '/property/manage', '/profile'],
}

function addressOf(path: string, role: Role): string {
  const { companyId, branchId, propertyId, contactId } = company
  const [screen = '', query = ''] = path.split('?')
  const search = new URLSearchParams(query)
  if (role === 'platform') return path
  if (/^\/(branch|property)\//.test(screen)) search.set('branch', branchId)
  if (/^\/(property|vendor)/.test(screen)) search.set('property', propertyId)
  if (/poc/.test(screen)) search.set('contact', contactId)
  if (screen === '/user-edit')
    for (const [name, value] of [
      ['of', 'company'],
      ['company', companyId],
      ['user', company.userId],
    ] as const)
      search.set(name, value)
  return `${screen}?${search}`
}

/** Opens folded sections and every tab panel, and returns all text. */
async function expandAndRead(page: Page) {
  const all = await readPage(page)
  for (const tab of await page.locator('main').getByRole('tab', { selected: false }).all()) {
    await tab.click()
    const { text, run } = await readPage(page)
    all.text += text
    all.run.push(...run)
  }
  for (const position of /\/chain/.test(page.url()) ? [1, 2, 3, 4] : []) {
    const folded = page.getByRole('button', { name: `Open position ${position}`, exact: true })
    if ((await folded.count()) > 0) await folded.click()
    all.text += (await readPage(page)).text
  }
  return all
}

const editLinks = async (page: Page): Promise<string[]> => {
  const links = await page.locator('main a[href*="edit="]').all()
  return Promise.all(links.slice(0, 1).map(async (link) => (await link.getAttribute('href')) ?? ''))
}

/** Records the effects of malicious text on a page: dialogs, errors, requests. */
async function watchPage(page: Page, base: string): Promise<{ effects: string[]; openRequests: Set<unknown> }> {
  const effects: string[] = []
  const openRequests = new Set<unknown>()
  page.on(
    'request',
    (request) => request.url().includes('/api/') && !request.url().includes('/api/live') && openRequests.add(request),
  )
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => openRequests.delete(request))
  page.on('dialog', (dialog) => {
    effects.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => message.type() === 'error' && effects.push(message.text()))
  page.on('pageerror', (error) => effects.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== base && protocol !== 'blob:') effects.push(`request to ${request.url()}`)
    if (/onerror|%3Cu%3E/i.test(request.url())) effects.push(`request to an address from the input: ${request.url()}`)
  })
  await page.addInitScript(() => {
    window.hits = []
    Object.assign(window, { hit: (mark: number) => window.hits?.push(mark) })
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective, sourceFile }) =>
      reportError(new Error(`${violatedDirective} is violated by ${blockedURI} in ${sourceFile}`)),
    )
  })
  return { effects, openRequests }
}

/** All text of a page including its fields, and elements that only injected markup can create. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    const injected = document.querySelectorAll(
      'body u, img[src="x"], [onerror], [onmouseover], main script, a[href^="javascript:" i]',
    )
    return {
      text: [document.title, document.body.textContent, ...fields.map(({ value }) => value)].join('\n'),
      run: [
        ...(window.hits ?? []).map((mark) => `ran ${mark}`),
        ...[...injected].map(({ outerHTML }) => outerHTML.slice(0, 200)),
      ],
    }
  })

/** The innermost elements that make a page wider than its window. */
const overflowingElements = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const beyond = [...document.querySelectorAll('body *')].filter((one) => {
      if (one.getBoundingClientRect().right <= window.innerWidth) return false
      for (let up = one.parentElement; up; up = up.parentElement) if (getComputedStyle(up).overflowX !== 'visible') return false
      return true
    })
    const innermost = beyond.filter((one) => !beyond.some((other) => other !== one && one.contains(other)))
    return innermost
      .slice(0, 3)
      .map((one) => `${one.closest('[class]')?.className} > ${one.tagName} ${one.textContent?.slice(0, 20)}`)
  })

async function signInContext(context: BrowserContext, role: Role): Promise<void> {
  const data = role === 'platform' ? { email: 'platform@demo.example', password } : company.people[role]
  expect((await context.request.post('/api/auth/login', { headers: { 'x-client': 'Web' }, data })).status()).toBe(200)
}

/** Visits the screens of a role. Returns faults and adds the fields whose text was shown to `seen`. */
async function visitScreens(
  page: Page,
  role: Role,
  base: string,
  seen: Set<string>,
  only?: readonly string[],
): Promise<string[]> {
  const faults: string[] = []
  const { effects, openRequests } = await watchPage(page, base)
  const listed = screens.find(([whose]) => whose === role)?.[1] ?? []
  const all = [...listed, ...(otherPaths[role] ?? [])]
  const paths = all.filter((path) => !only || only.includes(path)).map((path) => addressOf(path, role))
  for (const path of paths) {
    // Cards on a phone show less than table rows.
    await page.setViewportSize({ width: 1440, height: 844 })
    await navigate(page, path)
    await expect(page.getByRole('heading', { level: 1 }), `${path} as ${role}`).toBeVisible()
    await expect.poll(() => openRequests.size, { message: `${path} as ${role} has no open requests` }).toBe(0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const { text, run } = await expandAndRead(page)
    // Lists link to edit pages that have no path of their own.
    if (/^\/company\/(contacts|pocs)/.test(path)) paths.push(...(await editLinks(page)))
    for (const { what, text: typed } of company.sent.values())
      if (text.includes(typed) || text.includes(typed.toUpperCase())) seen.add(what)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // The layout adapts to the new width in later frames, so only permanent overflow is a fault.
      const fits = async () => (await overflowingElements(page)).length === 0
      for (let frame = 0; frame < 60 && !(await fits()); frame += 1)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      faults.push(...(await overflowingElements(page)).map((what) => `${path}: wider than ${width}: ${what}`))
    }
    faults.push(...[...run, ...effects.splice(0)].map((what) => `${path}: ${what}`))
  }
  return faults
}

/**
 * Creates a company in which every text is markup, script, query, formula and one very long word, and visits its screens in each role.
 * Returns faults (text that ran, caused requests or overflowed) and the fields whose text no screen showed.
 */
export async function visitMaliciousCompany(browser: Browser, baseURL: string | undefined, only?: readonly string[]) {
  const base = new URL(baseURL ?? '').origin
  company = await createMaliciousCompany(base, { email: 'platform@demo.example', password })
  const seen = new Set<string>()
  const faults: string[] = []
  for (const role of ['platform', 'company', 'staff', 'vendor'] as const) {
    const context = await browser.newContext()
    await signInContext(context, role)
    faults.push(...(await visitScreens(await context.newPage(), role, base, seen, only)))
    await context.close()
  }
  const sent = new Set([...company.sent.values()].map(({ what }) => what))
  return { faults, unseen: [...sent].filter((text) => !seen.has(text)).toSorted() }
}
