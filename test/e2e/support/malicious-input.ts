import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { createMaliciousCompany, type MaliciousCompany } from '../../support/malicious-company.ts'
import { navigate } from './navigate.ts'
import { screens } from './screens.ts'
import { password, type Role } from './sign-in.ts'

/**
 * A company in which every text that a call takes is markup, script, query and formula in one, and one word without end:
 * whatever the screen, it is shown as it was typed, nothing of it is run or asked for, and nothing is wider than a phone.
 */

declare global {
  interface Window {
    hits?: number[]
  }
}

let company: MaliciousCompany
/** Addresses beside those of the list: panels, dialogs and pages that stand behind another. */
const otherPaths: Partial<Record<Role, readonly string[]>> = {
  company: ['/user-edit', '/company/users', '/profile'],
  staff: ['/property/edit?panel=history', '/property/manage'],
}

function addressOf(path: string, role: Role): string {
  const { companyId, branchId, propertyId, contactId } = company
  const [screen = '', given = ''] = path.split('?')
  const place = new URLSearchParams(given)
  if (role === 'platform') return path
  if (/^\/(branch|property)\//.test(screen)) place.set('branch', branchId)
  if (/^\/(property|vendor)/.test(screen)) place.set('property', propertyId)
  if (/poc/.test(screen)) place.set('contact', contactId)
  if (screen === '/user-edit')
    for (const [name, value] of [
      ['of', 'company'],
      ['company', companyId],
      ['user', company.userId],
    ] as const)
      place.set(name, value)
  return `${screen}?${place}`
}

/** Opens what is folded away, and shows each panel of a page that shows one of several; answers all that can be read. */
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

/** Watches a page for whatever hostile text could do; what it did is a line each. */
async function watchPage(page: Page, base: string): Promise<{ done: string[]; asking: Set<unknown> }> {
  const done: string[] = []
  const asking = new Set<unknown>()
  page.on('request', (request) => request.url().includes('/api/') && !request.url().includes('/api/live') && asking.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => asking.delete(request))
  page.on('dialog', (dialog) => {
    done.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => message.type() === 'error' && done.push(message.text()))
  page.on('pageerror', (error) => done.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== base && protocol !== 'blob:') done.push(`asked for ${request.url()}`)
    if (/onerror|%3Cu%3E/i.test(request.url())) done.push(`asked for what was typed: ${request.url()}`)
  })
  await page.addInitScript(() => {
    window.hits = []
    Object.assign(window, { hit: (mark: number) => window.hits?.push(mark) })
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective, sourceFile }) =>
      reportError(new Error(`${violatedDirective} is violated by ${blockedURI} in ${sourceFile}`)),
    )
  })
  return { done, asking }
}

/** Everything that can be read on a page, fields included; and what stands in it that no screen of ours has. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    const odd = document.querySelectorAll('body u, img[src="x"], [onerror], [onmouseover], main script, a[href^="javascript:" i]')
    return {
      text: [document.title, document.body.textContent, ...fields.map(({ value }) => value)].join('\n'),
      run: [...(window.hits ?? []).map((mark) => `ran ${mark}`), ...[...odd].map(({ outerHTML }) => outerHTML.slice(0, 200))],
    }
  })

/** What makes a page wider than its window, where it is: the innermost that reaches beyond it. */
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

/** Walks through the screens of a role; answers what went wrong on them, and adds the fields whose texts they showed. */
async function visitScreens(
  page: Page,
  role: Role,
  base: string,
  seen: Set<string>,
  only?: readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  const { done, asking } = await watchPage(page, base)
  const listed = screens.find(([whose]) => whose === role)?.[1] ?? []
  const all = [...listed, ...(otherPaths[role] ?? [])]
  const paths = all.filter((path) => !only || only.includes(path)).map((path) => addressOf(path, role))
  for (const path of paths) {
    await navigate(page, path)
    await expect(page.getByRole('heading', { level: 1 }), `${path} as ${role}`).toBeVisible()
    await expect.poll(() => asking.size, { message: `${path} as ${role} has what it asked for` }).toBe(0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const { text, run } = await expandAndRead(page)
    // What is edited behind a list is a page of its own.
    if (/^\/company\/(contacts|pocs)/.test(path)) paths.push(...(await editLinks(page)))
    for (const { what, text: typed } of company.sent.values())
      if (text.includes(typed) || text.includes(typed.toUpperCase())) seen.add(what)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // Components that follow the width are arranged anew in later frames: only what stays too wide is wrong.
      const fits = async () => (await overflowingElements(page)).length === 0
      for (let frame = 0; frame < 60 && !(await fits()); frame += 1)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      wrong.push(...(await overflowingElements(page)).map((what) => `${path}: wider than ${width}: ${what}`))
    }
    wrong.push(...[...run, ...done.splice(0)].map((what) => `${path}: ${what}`))
  }
  return wrong
}

/**
 * Fills a hostile company and opens its screens, all or only those that are named, in each role. Answers what went wrong, and
 * the texts that no screen showed.
 */
export async function visitMaliciousCompany(browser: Browser, baseURL: string | undefined, only?: readonly string[]) {
  const base = new URL(baseURL ?? '').origin
  company = await createMaliciousCompany(base, { email: 'platform@demo.example', password })
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const role of ['platform', 'company', 'staff', 'vendor'] as const) {
    const context = await browser.newContext()
    await signInContext(context, role)
    wrong.push(...(await visitScreens(await context.newPage(), role, base, seen, only)))
    await context.close()
  }
  const sent = new Set([...company.sent.values()].map(({ what }) => what))
  return { wrong, unseen: [...sent].filter((text) => !seen.has(text)).toSorted() }
}
