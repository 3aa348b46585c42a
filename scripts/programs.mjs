/** External programs that tests need: finds them, and installs missing ones on Debian as root. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment, root, StepFailed } from './install.mjs'
import { runChild } from './run-child.mjs'
import { toolCommand } from './tools.mjs'

/** The path of the first installed program; undefined if none is. */
export function findProgram(...names) {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Installs packages on Debian as root. Otherwise, or if it fails, the tests that need them are skipped. */
async function installDebianPackages(...packages) {
  if (!isDebian() || process.getuid?.() !== 0) return
  console.log(`Installing ${packages.length === 1 ? 'the package' : 'the packages'} ${packages.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await runQuietly('apt-get', [...wait, 'update', '-q'], env)
  await runQuietly('apt-get', [...wait, 'install', '-y', '-q', '--no-install-recommends', ...packages], env)
}

/** Prints the output of a command only if it fails. */
async function runQuietly(command, args, env) {
  let output = ''
  const code = await runChild(command, args, { env }, (text) => (output += text)).catch((error) => {
    output += error.message
    return 1
  })
  if (code !== 0) console.error(output.trim().split('\n').slice(-8).join('\n'))
  return code === 0
}

/** The Chromium for the browser tests; '' for the one that Playwright downloads if Debian's package is not available. */
export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !existsSync(configured)) throw new StepFailed(`CHROMIUM_PATH names ${configured}, which does not exist.`)
  const found = configured || installedChromium()
  if (found) return found
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await installDebianPackages(name, 'fonts-liberation')
    const installed = installedChromium()
    if (installed) return installed
  }
  await downloadChromium()
  return ''
}

/** Prefers the headless shell: the same engine with a third less processor time. */
const installedChromium = () =>
  findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')

async function downloadChromium() {
  console.log('Downloading the Chromium of Playwright')
  const [command, ...args] = toolCommand('playwright')
  if (await runQuietly(command, [...args, 'install', 'chromium'], environment)) return
  throw new StepFailed(
    'No Chromium was found, and it could not be downloaded. Install Chromium and start again, or set CHROMIUM_PATH.',
  )
}

const libraries = { x64: '/usr/lib/x86_64-linux-gnu', arm64: '/usr/lib/aarch64-linux-gnu' }[process.arch] ?? '/usr/lib'

/** WebKitGTK's MiniBrowser, which WebKitWebDriver controls, is not in PATH. */
const miniBrowser = () =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0']
    .map((version) => `${libraries}/${version}/MiniBrowser`)
    .find((path) => existsSync(path))

const display = { Xvfb: () => findProgram('Xvfb'), openbox: () => findProgram('openbox') }

/** The programs of each browser engine's tests, by the name under which a missing one is reported. */
const engines = {
  Firefox: { ...display, 'firefox-esr': () => findProgram('firefox-esr', 'firefox') },
  WebKit: { ...display, WebKitWebDriver: () => findProgram('WebKitWebDriver'), MiniBrowser: miniBrowser },
}

export function enginePath(engine, program) {
  const path = engines[engine][program]?.()
  if (!path) throw new Error(`${program} is not installed.`)
  return path
}

export const missingForEngine = (engine) => Object.keys(engines[engine]).filter((name) => !engines[engine][name]())

/** Debian's PostgreSQL: the oldest supported version, and a source of pg_dump. */
export const postgresBin = '/usr/lib/postgresql/15/bin'

export const isPostgresInstalled = () =>
  ['postgres', 'initdb', 'pg_dump', 'pg_basebackup'].every((name) => existsSync(join(postgresBin, name)))

const linters = join(root, '.cache/api-linters')

/** Linters of the API description: many packages, which nothing else needs. */
export const apiLinters = {
  folder: linters,
  spectral: join(linters, 'node_modules/.bin/spectral'),
  redocly: join(linters, 'node_modules/.bin/redocly'),
}

const conformance = join(root, '.cache/mcp-conformance')

/** The conformance suite of the assistants' protocol, which judges authorization servers too. */
export const conformanceSuite = join(conformance, 'node_modules/.bin/conformance')
/** Clients of the protocol: its present package, and the one before. */
export const protocolClients = {
  present: join(conformance, 'node_modules/@modelcontextprotocol/client'),
  before: join(conformance, 'node_modules/@modelcontextprotocol/sdk'),
}
const conformancePackages = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/client@2.4.0',
  '@modelcontextprotocol/sdk@1.32.2',
]

/** Debian's Postfix, extracted: it cannot be installed beside Exim. Its OpenDKIM, with the libraries that are not everywhere. */
export const postfixRoot = join(root, '.cache/postfix')
export const opendkimRoot = join(root, '.cache/opendkim')
const opendkimPackages =
  'opendkim libopendkim11 libbsd0 libldap-2.5-0 liblua5.3-0 libmemcached11 libhashkit2 libmilter1.0.1 libopendbx1 librbl1 libunbound8 libvbr2'.split(
    ' ',
  )

async function extractDebianPackages(folder, ...packages) {
  if (!isDebian()) return
  mkdirSync(folder, { recursive: true })
  const extract = 'cd "$0" && apt-get -q download "$@" && for one in *.deb; do dpkg -x "$one" . || exit 1; done && rm *.deb'
  await runQuietly('sh', ['-c', extract, folder, ...packages])
}

/** Installs packages of npm into a folder of their own. */
async function installPackages(folder, ...packages) {
  mkdirSync(folder, { recursive: true })
  await runQuietly(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
    environment,
  )
}

const linterPackages = ['@stoplight/spectral-cli@6.16.3', '@stoplight/spectral-owasp-ruleset@2.0.1', '@redocly/cli@2.77.0']

/**
 * Installs what the full tier needs: nginx and openssl, clamd without signatures, Exim, swaks, Dovecot, Postfix, OpenDKIM, PgBouncer, PostgreSQL 15, shellcheck, Firefox,
 * WebKit, the linters of the API description and the conformance suite of authorization servers.
 */
export async function installTestPrograms() {
  if (!findProgram('nginx') || !findProgram('openssl')) await installDebianPackages('nginx', 'openssl')
  if (!findProgram('clamd')) await installDebianPackages('clamav-daemon')
  if (!findProgram('exim4') || !findProgram('swaks')) await installDebianPackages('exim4-daemon-light', 'swaks')
  if (!findProgram('dovecot')) await installDebianPackages('dovecot-imapd')
  if (!existsSync(join(postfixRoot, 'usr'))) await extractDebianPackages(postfixRoot, 'postfix')
  if (!existsSync(join(opendkimRoot, 'usr'))) await extractDebianPackages(opendkimRoot, ...opendkimPackages)
  if (!findProgram('pgbouncer')) await installDebianPackages('pgbouncer')
  if (!isPostgresInstalled() || !findProgram('shellcheck')) await installDebianPackages('postgresql-15', 'shellcheck')
  if (!existsSync(apiLinters.spectral)) await installPackages(linters, ...linterPackages)
  if (!existsSync(protocolClients.present)) await installPackages(conformance, ...conformancePackages)
  if (Object.keys(engines).some((engine) => missingForEngine(engine).length > 0))
    await installDebianPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb', 'openbox')
}
