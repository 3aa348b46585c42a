import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineName, missingForEngine } from '../../../scripts/programs.mjs'
import { screens } from '../support/screens.ts'
import { password, type Role } from '../support/sign-in.ts'
import { startDemoServer } from './demo-server.ts'
import type { Engine } from './engine.ts'
import { isComplete, openScreen, searchOf, signIn, signOut, widerThanWindow } from './open-screen.ts'
import { type UserActions, userActions } from './user-actions.ts'

/** Opens every screen in a browser and does five tasks there. Skipped with a message if the browser is not installed. */
export function describeEngine(name: EngineName, start: () => Promise<Engine>): void {
  const missing = missingForEngine(name)
  const skipReason = missing.length > 0 ? ` skipped: ${missing.join(', ')} not installed` : ''

  describe.skipIf(missing.length > 0)(`${name}${skipReason}`, { retry: Number(process.env.TEST_RETRIES ?? 0) }, () => {
    let engine: Engine
    let user: UserActions
    const toClose: (() => Promise<void>)[] = []
    beforeAll(async () => {
      const demo = await startDemoServer()
      toClose.unshift(demo.stop)
      engine = await start()
      toClose.unshift(engine.close)
      user = userActions(engine, demo.address)
    })
    afterAll(async () => {
      for (const close of toClose) await close()
    })

    let signedInAs: Role | undefined
    const signInAs = async (role: Role) => {
      if (signedInAs === role) return
      await signIn(user, role)
      signedInAs = role
    }

    describe('Screen opens, logs no errors and fits the window:', () => {
      for (const [role, paths] of screens)
        test.each(paths)('%s', async (path) => {
          await signInAs(role)
          const search = await searchOf(user, path)
          engine.errors()
          await openScreen(user, `${path}${search}`)
          for (const width of [1440, 1024]) {
            await engine.resize(width, 900)
            expect(await widerThanWindow(engine), `${width} px`).toBeLessThanOrEqual(0)
          }
          await engine.resize(1440, 900)
          expect(await engine.run(() => location.pathname)).toBe(path)
          expect(engine.errors()).toEqual([])
        })
    })

    describe('Fields that differ between engines', () => {
      test('Description of a template step: grows with its text', async () => {
        await signInAs('company')
        await user.open('/company/timeline')
        await isComplete(user)
        const height = () => engine.run(() => document.querySelector('textarea')?.offsetHeight ?? 0)
        const before = await height()
        await engine.run(() => document.querySelector('textarea')?.scrollIntoView({ block: 'center' }))
        await engine.click('textarea')
        await engine.run(() => {
          const text = ' Ask the vendor for the title number, the lease and the last three service charge accounts.'
          document.execCommand('insertText', false, text.repeat(2))
        })
        await user.until('a higher field', async () => (await height()) >= before + 20)
        expect(await engine.run(() => (document.querySelector('textarea')?.scrollHeight ?? 0) <= 140)).toBe(true)
      })

      test('Time of a viewing: 24 hours, options every 5 minutes', async () => {
        await signInAs('staff')
        await user.open(`/property/viewing-create${await searchOf(user, '/property/viewing-create')}`)
        await user.fill('Time', '2.35pm')
        await user.click('button', 'Choose a time')
        await user.click('option', '14:40')
        const shown = () => engine.run(() => document.querySelector<HTMLInputElement>('[role=combobox][inputmode]')?.value)
        await user.until('14:40 in the field', async () => (await shown()) === '14:40')
      })
    })

    describe('Escape pressed six times', () => {
      /** For each dialog in the page, whether it is visible. */
      const dialogs = () =>
        engine.run(() => [...document.querySelectorAll('dialog.dialog')].map((box) => box.getClientRects().length > 0))
      const escape = async () => {
        for (let press = 0; press < 6; press += 1) await engine.press('Escape')
      }
      const typed = () => engine.run(() => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value)
      const note = `Escape in ${name}: ring the lender on Monday.`

      test('keeps a note with text, also during its save', async () => {
        await signInAs('staff')
        await user.open(`/property/edit${await searchOf(user, '/property/edit')}`)
        await isComplete(user)
        await user.click('button', 'Add a note')
        await user.fill('Note', note)
        await escape()
        await user.until('the dialog alone, in sight', async () => (await dialogs()).join() === 'true')
        expect(await typed()).toBe(note)

        await engine.run(() => {
          const send = window.fetch
          window.fetch = (input, init) => (init?.method === 'POST' ? new Promise(() => {}) : send(input, init))
        })
        await user.click('button', 'Save')
        await user.see('Please wait...')
        await escape()
        expect(await dialogs()).toEqual([true])
        expect(await typed()).toBe(note)
      })

      test.each(['Add a note', 'History', 'Support'])('closes “%s” without input', async (opener) => {
        await signInAs('staff')
        await user.open(`/property/edit${await searchOf(user, '/property/edit')}`)
        await isComplete(user)
        if (opener === 'History') await user.click('button', 'Whole header (H)')
        await user.click('button', opener)
        await user.until('the dialog', async () => (await dialogs()).join() === 'true')
        await escape()
        await user.until('no dialog', async () => (await dialogs()).length === 0)
      })
    })

    describe('Tasks of a sales progressor', () => {
      const street = '7 Engine House Row'

      test('sign in: a wrong password is refused; Enter submits the form', async () => {
        signedInAs = undefined
        await signOut(user)
        await user.open('/login')
        await user.fill('E-mail', 'staff@demo.example')
        await user.fill('Password', 'not-the-password')
        await engine.press('Enter')
        await user.see('E-mail and password do not match.')
        await user.fill('Password', password)
        await engine.press('Enter')
        await user.until('the app', () => engine.run(() => !location.pathname.startsWith('/login')))
        await isComplete(user)
        signedInAs = 'staff'
      })

      test('create a property', async () => {
        await user.open('/property/create')
        await user.fill('Address line 1', street)
        await user.fill('Town', 'Reading')
        await user.fill('Postcode', 'RG39 7ZX')
        await user.click('radio', 'Freehold')
        await user.click('radio', 'New vendor')
        await user.fill('First name', 'Odalys')
        await user.fill('Last name', 'Thimblewood')
        await user.fill('E-mail', `odalys@${name.toLowerCase()}.example`)
        await user.click('button', 'Create property')
        await user.isAt(/^\/property\/askingprice-create/)
        await user.fill('Price', '350000')
        await user.click('button', 'Save')
        await user.isAt(/^\/property\/askingprice(\?|$)/)
        await user.see('£350,000')
      })

      test('add an offer and accept it', async () => {
        await user.click('link', 'Offers', 'Property')
        await user.isAt(/^\/property\/offers/)
        await user.click('link', 'Add offer')
        await user.fill('Buyer name', 'Bartholomew Quince')
        await user.fill('Amount', '345000')
        await user.click('radio', 'Cash')
        await user.click('radio', 'No chain')
        await user.click('button', 'Add offer')
        const manage = 'Manage offer of Bartholomew Quince'
        await user.click('radio', 'Accepted', manage)
        await user.click('button', 'Save offer', manage)
        await user.click('button', 'Accept offer')
        await user.see('Sold STC')
      })

      test('complete a step and save', async () => {
        await user.click('link', 'Timeline', 'Property')
        await user.isAt(/^\/property\/timeline/)
        const step = 'State of Memo of sale sent'
        await user.click('radio', 'Complete', step)
        await user.click('button', 'Save timeline')
        await user.see('No changes')
        await user.open(`/property/timeline${await user.search()}`)
        await isComplete(user)
        await user.see('Started because Memo of sale sent, the last selling step, was completed')
      })

      test('add a note, and sign out', async () => {
        await user.click('button', 'Add a note')
        await user.fill('Note', `Opened in ${name}.`)
        await user.click('button', 'Save')
        await user.seeNo('dialog', 'Add a note')
        await user.click('link', 'Notes', 'Property')
        await user.see(`Opened in ${name}.`)
        await user.click('button', 'Logout')
        await user.isAt(/^\/login/)
        signedInAs = undefined
        await user.open('/company/report')
        await user.isAt(/^\/login/)
      })

      test('Back after Logout shows no rows of the report', async () => {
        await signInAs('staff')
        await user.open('/company/report')
        await user.until('rows', () => engine.run(() => document.querySelectorAll('tbody tr').length > 1))
        await user.click('button', 'Logout')
        await user.isAt(/^\/login/)
        signedInAs = undefined
        await engine.run(() => document.body.setAttribute('data-before-back', ''))
        await engine.back()
        await user.until('another page with the sign-in form and no rows', () =>
          engine.run(() => {
            const shows = (selector: string) => document.querySelector(selector) !== null
            return shows('input[type=password]') && !shows('tbody tr') && !shows('[data-before-back]')
          }),
        )
      })
    })
  })
}
