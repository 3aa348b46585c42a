import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineName, missingForEngine } from '../../../scripts/programs.mjs'
import { screens } from '../support/screens.ts'
import { password, type Role } from '../support/sign-in.ts'
import { startDemoServer } from './demo-server.ts'
import type { Engine } from './engine.ts'
import { type UserActions, userActions } from './user-actions.ts'

/** Opens every screen in a browser, and does five tasks there. Skipped, and says so, where the browser is not installed. */
export function describeEngine(name: EngineName, start: () => Promise<Engine>): void {
  const missing = missingForEngine(name)
  const notTried = missing.length > 0 ? ` was not tried: ${missing.join(', ')} not installed` : ''

  describe.skipIf(missing.length > 0)(`${name}${notTried}`, () => {
    let engine: Engine
    let person: UserActions
    const toClose: (() => Promise<void>)[] = []
    beforeAll(async () => {
      const demo = await startDemoServer()
      toClose.unshift(demo.stop)
      engine = await start()
      toClose.unshift(engine.close)
      person = userActions(engine, demo.address)
    })
    afterAll(async () => {
      for (const close of toClose) await close()
    })

    let signedInAs: Role | undefined
    const signInAs = async (role: Role) => {
      if (signedInAs === role) return
      await signIn(person, role)
      signedInAs = role
    }

    describe('Every screen opens, logs no error and is not wider than the window', () => {
      for (const [role, paths] of screens)
        test.each(paths)('%s', async (path) => {
          await signInAs(role)
          const search = await searchOf(person, path)
          engine.errors()
          await person.open(`${path}${search}`)
          await isComplete(person)
          for (const width of [1440, 1024]) {
            await engine.resize(width, 900)
            expect(await widerThanWindow(engine), `${width} px`).toBeLessThanOrEqual(0)
          }
          await engine.resize(1440, 900)
          expect(await engine.run(() => location.pathname)).toBe(path)
          expect(engine.errors()).toEqual([])
        })
    })

    describe('Fields that the engines treat differently', () => {
      test('the description of a template step is as high as its text', async () => {
        await signInAs('company')
        await person.open('/company/timeline')
        await isComplete(person)
        const height = () => engine.run(() => document.querySelector('textarea')?.offsetHeight ?? 0)
        const before = await height()
        await engine.run(() => document.querySelector('textarea')?.scrollIntoView({ block: 'center' }))
        await engine.click('textarea')
        await engine.run(() => {
          const text = ' Ask the vendor for the title number, the lease and the last three service charge accounts.'
          document.execCommand('insertText', false, text.repeat(2))
        })
        await person.until('a higher field', async () => (await height()) >= before + 20)
        expect(await engine.run(() => (document.querySelector('textarea')?.scrollHeight ?? 0) <= 140)).toBe(true)
      })

      test('the time of a viewing shows 24 hours and is chosen from a list in steps of 5 minutes', async () => {
        await signInAs('staff')
        await person.open(`/property/viewing-create${await searchOf(person, '/property/viewing-create')}`)
        await person.fill('Time', '2.35pm')
        await person.click('button', 'Choose a time')
        await person.click('option', '14:40')
        const shown = () => engine.run(() => document.querySelector<HTMLInputElement>('[role=combobox][inputmode]')?.value)
        await person.until('14:40 in the field', async () => (await shown()) === '14:40')
      })
    })

    describe('Escape pressed six times', () => {
      /** Which dialogs are in the page, and whether each can be seen. */
      const dialogs = () =>
        engine.run(() => [...document.querySelectorAll('dialog.dialog')].map((box) => box.getClientRects().length > 0))
      const escape = async () => {
        for (let press = 0; press < 6; press += 1) await engine.press('Escape')
      }
      const typed = () => engine.run(() => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value)
      const note = `Escape in ${name}: ring the lender on Monday.`

      test('keeps a note that is being written, also while its save is under way', async () => {
        await signInAs('staff')
        await person.open(`/property/edit${await searchOf(person, '/property/edit')}`)
        await isComplete(person)
        await person.click('button', 'Add a note')
        await person.fill('Note', note)
        await escape()
        await person.until('the dialog alone, in sight', async () => (await dialogs()).join() === 'true')
        expect(await typed()).toBe(note)

        await engine.run(() => {
          const send = window.fetch
          window.fetch = (input, init) => (init?.method === 'POST' ? new Promise(() => {}) : send(input, init))
        })
        await person.click('button', 'Save')
        await person.see('Please wait...')
        await escape()
        expect(await dialogs()).toEqual([true])
        expect(await typed()).toBe(note)
      })

      test.each(['Add a note', 'History', 'Support'])('closes “%s”, in which nothing was typed', async (opener) => {
        await signInAs('staff')
        await person.open(`/property/edit${await searchOf(person, '/property/edit')}`)
        await isComplete(person)
        await person.click('button', opener)
        await person.until('the dialog', async () => (await dialogs()).join() === 'true')
        await escape()
        await person.until('no dialog', async () => (await dialogs()).length === 0)
      })
    })

    describe('Tasks of a sales progressor', () => {
      const street = '7 Engine House Row'

      test('sign in: a wrong password is refused in words, Enter sends the form', async () => {
        signedInAs = undefined
        await signOut(person)
        await person.open('/login')
        await person.fill('E-mail', 'staff@demo.example')
        await person.fill('Password', 'not-the-password')
        await engine.press('Enter')
        await person.see('E-mail and password do not match.')
        await person.fill('Password', password)
        await engine.press('Enter')
        await person.until('the app', () => engine.run(() => !location.pathname.startsWith('/login')))
        await isComplete(person)
        signedInAs = 'staff'
      })

      test('take a property on', async () => {
        await person.open('/property/create')
        await person.fill('Address line 1', street)
        await person.fill('Town', 'Reading')
        await person.fill('Postcode', 'RG39 7ZX')
        await person.click('radio', 'Freehold')
        await person.click('radio', 'New vendor')
        await person.fill('First name', 'Odalys')
        await person.fill('Last name', 'Thimblewood')
        await person.fill('E-mail', `odalys@${name.toLowerCase()}.example`)
        await person.click('button', 'Create property')
        await person.isAt(/^\/property\/askingprice-create/)
        await person.fill('Price', '350000')
        await person.click('button', 'Save')
        await person.see('Asking price updated')
      })

      test('add an offer and accept it', async () => {
        await person.click('link', 'Offers', 'Property')
        await person.isAt(/^\/property\/offers/)
        await person.click('link', 'Add offer')
        await person.fill('Buyer name', 'Bartholomew Quince')
        await person.fill('Amount', '345000')
        await person.click('radio', 'Cash')
        await person.click('radio', 'No chain')
        await person.click('button', 'Add offer')
        const manage = 'Manage offer of Bartholomew Quince'
        await person.click('radio', 'Accepted', manage)
        await person.click('button', 'Save offer', manage)
        await person.click('button', 'Accept offer')
        await person.see('Sold STC')
      })

      test('complete a step and save', async () => {
        await person.click('link', 'Timeline', 'Property')
        await person.isAt(/^\/property\/timeline/)
        const step = 'State of Memo of sale sent'
        await person.click('radio', 'Complete', step)
        await person.click('button', 'Save timeline')
        await person.see('Timeline saved')
        await person.open(`/property/timeline${await person.search()}`)
        await isComplete(person)
        await person.see('Started because Memo of sale sent, the last selling step, was completed')
      })

      test('add a note, and sign out', async () => {
        await person.click('button', 'Add a note')
        await person.fill('Note', `Opened in ${name}.`)
        await person.click('button', 'Save')
        await person.seeNo('dialog', 'Add a note')
        await person.click('link', 'Notes', 'Property')
        await person.see(`Opened in ${name}.`)
        await person.click('button', 'Logout')
        await person.isAt(/^\/login/)
        signedInAs = undefined
        await person.open('/company/report')
        await person.isAt(/^\/login/)
      })

      test('Back after Logout shows no rows of the report', async () => {
        await signInAs('staff')
        await person.open('/company/report')
        await person.until('rows', () => engine.run(() => document.querySelectorAll('tbody tr').length > 1))
        await person.click('button', 'Logout')
        await person.isAt(/^\/login/)
        signedInAs = undefined
        await engine.run(() => document.body.setAttribute('data-before-back', ''))
        await engine.back()
        await person.until('another page with the sign-in form and no rows', () =>
          engine.run(() => {
            const shows = (selector: string) => document.querySelector(selector) !== null
            return shows('input[type=password]') && !shows('tbody tr') && !shows('[data-before-back]')
          }),
        )
      })
    })
  })
}

async function signOut({ engine, open }: UserActions): Promise<void> {
  await open('/login')
  await engine.clearCookies()
  await engine.run(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

async function signIn(person: UserActions, role: Role): Promise<void> {
  await signOut(person)
  await person.open('/login')
  await person.fill('E-mail', `${role}@demo.example`)
  await person.fill('Password', password)
  await person.click('button', 'Sign in')
  await person.until('the app', () => person.engine.run(() => !location.pathname.startsWith('/login')))
  await isComplete(person)
}

/** Waits until the screen has its heading, shows its content and loads nothing more. */
const isComplete = ({ engine, until }: UserActions) =>
  until('a heading, a visible main and nothing that loads', () =>
    engine.run(() => {
      const seen = (selector: string) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0
      return seen('h1') && seen('main, [role=main]') && !document.querySelector('[aria-busy="true"]')
    }),
  )

/** By how many pixels the page is wider than the window, once what was resized is painted. */
const widerThanWindow = (engine: Engine) =>
  engine.run(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return document.documentElement.scrollWidth - window.innerWidth
  })

/** The query of a screen: which property, branch or contact it shows. */
async function searchOf(person: UserActions, path: string): Promise<string> {
  if (path.startsWith('/property/') && path !== '/property/create') return firstOf(person, '/company/properties?sort=address:asc')
  if (path.startsWith('/branch/') && !['/branch/manage', '/branch/create'].includes(path))
    return firstOf(person, '/branch/manage')
  return ['/company/pocs', '/company/create-poc'].includes(path) ? newContact(person.engine) : ''
}

const searches = new Map<string, Promise<string>>()

/** The query that the first row of a list leads to. */
function firstOf(person: UserActions, list: string): Promise<string> {
  const search = searches.get(list) ?? searchOfFirstRow(person, list)
  searches.set(list, search)
  return search
}

async function searchOfFirstRow({ engine, open, until }: UserActions, list: string): Promise<string> {
  await open(list)
  const read = () => engine.run(() => document.querySelector<HTMLAnchorElement>('tbody tr a[href]')?.search ?? '')
  await until('a row that leads somewhere', async () => (await read()) !== '')
  return read()
}

/** A new contact with one person: the demo company has none. */
const newContact = (engine: Engine) =>
  engine.run(async () => {
    const call = async (path: string, init: RequestInit = {}) => {
      const headers = { 'content-type': 'application/json', 'x-client': 'Web' }
      return (await fetch(`/api/${path}`, { ...init, headers })).json()
    }
    const { company } = await call('user/me')
    const contact = { name: `Engines & Sons ${Date.now()}`, pocs: [{ name: 'Ursa Pike', email: 'ursa@engines.example' }] }
    const made = await call(`companycontacts/${company._id}`, { method: 'POST', body: JSON.stringify(contact) })
    return `?contact=${made._id}`
  })
