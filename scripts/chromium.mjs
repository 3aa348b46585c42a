import { existsSync } from 'node:fs'
import { installDebianPackages, programOfTheMachine, quietly } from './debian-packages.mjs'
import { environment, StepFailed } from './install.mjs'
import { toolCommand } from './tools.mjs'

const advice = 'Install Chromium and start again, or name its program in CHROMIUM_PATH.'

/**
 * The browser for the browser tests: the program's path, or '' for the one that Playwright keeps itself. On Debian as
 * root the package is installed; elsewhere Playwright fetches its own.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new StepFailed(`CHROMIUM_PATH names ${given}, which does not exist.`)
  const found = given || chromiumOfTheMachine()
  if (found) return found
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await installDebianPackages(name, 'fonts-liberation')
    const installed = chromiumOfTheMachine()
    if (installed) return installed
  }
  await installPlaywrightsOwn()
  return ''
}

/** The headless shell first: the same engine without a browser's windows, which takes a third less processor time. */
const chromiumOfTheMachine = () =>
  programOfTheMachine('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

async function installPlaywrightsOwn() {
  console.log('Fetching the Chromium of Playwright')
  const [command, ...args] = toolCommand('playwright')
  const done = await quietly(command, [...args, 'install', 'chromium'], environment)
  if (!done) throw new StepFailed(`No Chromium was found and none could be fetched. ${advice}`)
}
