import { launch } from 'puppeteer-core'
import { enginePath } from '../../../scripts/programs.mjs'
import type { Engine } from './engine.ts'
import { openDisplay } from './virtual-display.ts'

/** Firefox through WebDriver BiDi, with a window. */
export async function startFirefox(): Promise<Engine> {
  const display = await openDisplay('Firefox')
  const browser = await launch({
    browser: 'firefox',
    executablePath: enginePath('Firefox', 'firefox-esr'),
    headless: false,
    env: display.env,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
  })
  const page = (await browser.pages())[0] ?? (await browser.newPage())
  page.setDefaultNavigationTimeout(90_000)
  // Confirms leaving a page with unsaved changes.
  page.on('dialog', (dialog) => void dialog.accept())
  let logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  page.on('pageerror', (error) => logged.push(String(error)))
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: async (script, ...args) => (await page.evaluate(`(${script.toString()})(...${JSON.stringify(args)})`)) as never,
    click: (selector) => page.click(selector),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    back: async () => void (await page.evaluate('setTimeout(() => history.back())')),
    resize: (width, height) => page.setViewport({ width, height }),
    clearCookies: async () => browser.deleteCookie(...(await browser.cookies())),
    errors: () => {
      const errors = logged
      logged = []
      return errors
    },
    close: async () => {
      await browser.close()
      await display.close()
    },
  }
}
