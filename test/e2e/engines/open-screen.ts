import { password, type Role } from '../support/sign-in.ts'
import type { Engine } from './engine.ts'
import { type UserActions } from './user-actions.ts'

/** Ends the session from a page without scripts, because the app would notice the missing session and navigate by itself. */
export async function signOut({ engine, open }: UserActions): Promise<void> {
  await open('/favicon.svg')
  await engine.clearCookies()
  await engine.run(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

export async function signIn(user: UserActions, role: Role): Promise<void> {
  await signOut(user)
  await user.open('/login')
  await user.fill('E-mail', `${role}@demo.example`)
  await user.fill('Password', password)
  await user.click('button', 'Sign in')
  await user.until('the app', () => user.engine.run(() => !location.pathname.startsWith('/login')))
  await isComplete(user)
}

/** Waits until the screen has a heading and content and nothing is loading. */
export const isComplete = ({ engine, until }: UserActions) =>
  until('a heading, a visible main and nothing that loads', () =>
    engine.run(() => {
      const seen = (selector: string) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0
      return seen('h1') && seen('main, [role=main]') && !document.querySelector('[aria-busy="true"]')
    }),
  )

/** Goes to a screen and waits until it has replaced the screen before it. Reloads the page if it is at the screen already. */
export async function openScreen(user: UserActions, path: string): Promise<void> {
  const { engine, until, open } = user
  const isThere = await engine.run((to) => {
    document.querySelector('h1')?.setAttribute('data-screen-before', '')
    return location.pathname === to.split('?')[0]
  }, path)
  if (isThere) {
    // Requests that leaving the page interrupts are logged as errors.
    await open('/favicon.svg')
    engine.errors()
    await open(path)
  } else await engine.run((to) => history.pushState(null, '', to), path)
  await until(`${path} in place of the screen before it`, () =>
    engine.run(() => !document.querySelector('h1[data-screen-before]')),
  )
  await isComplete(user)
}

/** The overflow of the page in pixels, after a resize is painted. */
export const widerThanWindow = (engine: Engine) =>
  engine.run(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return document.documentElement.scrollWidth - window.innerWidth
  })

/** The query parameters of a screen: its property, branch or contact. */
export async function searchOf(user: UserActions, path: string): Promise<string> {
  if (path.startsWith('/property/') && path !== '/property/create') return firstOf(user, '/company/properties?sort=address:asc')
  if (path.startsWith('/branch/') && !['/branch/manage', '/branch/create'].includes(path)) return firstOf(user, '/branch/manage')
  return ['/company/pocs', '/company/create-poc'].includes(path) ? newContact(user.engine) : ''
}

const searches = new Map<string, Promise<string>>()

/** The query parameters of the link in the first row of a list. */
function firstOf(user: UserActions, list: string): Promise<string> {
  const search = searches.get(list) ?? searchOfFirstRow(user, list)
  searches.set(list, search)
  return search
}

async function searchOfFirstRow({ engine, open, until }: UserActions, list: string): Promise<string> {
  await open(list)
  const read = () => engine.run(() => document.querySelector<HTMLAnchorElement>('tbody tr a[href]')?.search ?? '')
  await until('a row that leads somewhere', async () => (await read()) !== '')
  return read()
}

/** Creates a contact with one point of contact. The demo company has none. */
const newContact = (engine: Engine) =>
  engine.run(async () => {
    const call = async (path: string, init: RequestInit = {}) => {
      const headers = { 'content-type': 'application/json', 'x-client': 'Web' }
      return (await fetch(`/api/${path}`, { ...init, headers })).json()
    }
    const { company } = await call('user/me')
    const contact = { name: `Engines & Sons ${Date.now()}`, pocs: [{ name: 'Ursa Pike', email: 'ursa@engines.example' }] }
    const created = await call(`companycontacts/${company._id}`, { method: 'POST', body: JSON.stringify(contact) })
    return `?contact=${created._id}`
  })
