import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment, root, StepFailed } from './install.mjs'
import { runChild } from './run-child.mjs'

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
  if (isDebian() && process.getuid?.() === 0) {
    await installPackage()
    const installed = chromiumOfTheMachine()
    if (installed) return installed
  }
  await installPlaywrightsOwn()
  return ''
}

function chromiumOfTheMachine() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

async function installPackage() {
  console.log('Installing the package chromium')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await quietly('apt-get', ['update', '-q'], env)
  await quietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'], env)
}

async function installPlaywrightsOwn() {
  console.log('Fetching the Chromium of Playwright')
  const done = await quietly(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'], environment)
  if (!done) throw new StepFailed(`No Chromium was found and none could be fetched. ${advice}`)
}

/** Shows what the command printed only when it fails. */
async function quietly(command, args, env) {
  let output = ''
  const code = await runChild(command, args, { env }, (text) => (output += text)).catch((error) => {
    output += error.message
    return 1
  })
  if (code !== 0) console.error(output.trim().split('\n').slice(-8).join('\n'))
  return code === 0
}
