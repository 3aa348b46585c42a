import { existsSync } from 'node:fs'
import { installDebianPackages, programOfTheMachine } from './debian-packages.mjs'

const libraries = { x64: '/usr/lib/x86_64-linux-gnu', arm64: '/usr/lib/aarch64-linux-gnu' }[process.arch] ?? '/usr/lib'

/** WebKitGTK's small browser, which WebKitWebDriver drives; it is in no folder of PATH. */
const miniBrowser = () =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
    .map((version) => `${libraries}/${version}/MiniBrowser`)
    .find((path) => existsSync(path))

const display = { Xvfb: () => programOfTheMachine('Xvfb'), openbox: () => programOfTheMachine('openbox') }

/** What each engine's tests run, by the name that a missing program is reported under. */
const programs = {
  Firefox: { ...display, 'firefox-esr': () => programOfTheMachine('firefox-esr', 'firefox') },
  WebKit: { ...display, WebKitWebDriver: () => programOfTheMachine('WebKitWebDriver'), MiniBrowser: miniBrowser },
}

/** The path of one of the programs above. */
export function enginePath(engine, program) {
  const path = programs[engine][program]?.()
  if (!path) throw new Error(`${program} is not installed.`)
  return path
}

/** The names of the programs that the machine lacks to test this engine. */
export const missingForEngine = (engine) => Object.keys(programs[engine]).filter((name) => !programs[engine][name]())

/** Installs Firefox and WebKit for the full tier. Where they cannot be installed, their tests are skipped and say so. */
export async function provideEngines() {
  if (Object.keys(programs).some((engine) => missingForEngine(engine).length > 0))
    await installDebianPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb', 'openbox')
}
