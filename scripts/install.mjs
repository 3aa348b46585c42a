import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { progressLine } from '../server/progress-line.mjs'
import { interruptions, runChild } from './run-child.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')

/** Disk space for the installation, with a reserve for the database. */
const neededMegabytes = 1_000

/** The Node.js of the project; only the first scripts run on the machine's own. */
export const node = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The environment after the installation: our Node.js and tools come first in PATH. */
export const environment = { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) }

/** A failed step; the message is for the user. */
export class StepFailed extends Error {}

/** Runs a script; a failed step is printed as one line with exit code 1. */
export async function perform(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    if (interruptions.size === 0) console.error(`\n${error.message}`)
    process.exitCode = interruptions.size > 0 ? 130 : 1
  }
}

/** Names the installed packages: `run` or `all`, and the hash of the lock file. */
const stamp = join(modules, '.gya-installed')

/** Development packages that `npm start` needs as well: our Node.js, and what builds the web app. */
const toolsOfStart = ['node', 'vite', '@vitejs/plugin-react']

/**
 * Installs the packages of package-lock.json unless they are installed, which takes milliseconds to check: `run` is what building and
 * running the app needs, `all` also what tests, checks and the bench need. Once all are installed, they stay.
 */
export async function install(wanted = 'all') {
  const lockFile = readOrNothing(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockFile).digest('hex')
  const stamped = readOrNothing(stamp)
  if (existsSync(node) && [`all ${hash}`, `${wanted} ${hash}`].includes(stamped)) return
  const { packages } = JSON.parse(lockFile)
  checkLockFile(packages)
  let packageSet = stamped && !stamped.startsWith('run ') ? 'all' : wanted
  if (existsSync(node) && isInstalledByHand(packages)) packageSet = 'all'
  else await runNpm(packageSet)
  await checkNode()
  writeStamp(`${packageSet} ${hash}`)
}

/** Only `npm start` has installed packages, not those of the other commands. */
export const isInstalledForRunning = () => readOrNothing(stamp).startsWith('run ')

/** Packages installed by hand may belong to another user; they are then compared each time. */
function writeStamp(content) {
  try {
    writeFileSync(stamp, content)
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error
  }
}

/** The arguments of npm for the packages of `run`: those of production, and the tools in their locked versions. */
function argumentsOfRun() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const tools = toolsOfStart.map((name) => `${name}@${packages[`node_modules/${name}`].version}`)
  return ['--omit=dev', '--save-prod', ...tools]
}

/** Otherwise npm would install newer versions than those tested. */
function checkLockFile(packages) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const folder of ['', ...workspaces]) {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const locked = packages[folder] ?? {}
    const same = isDeepStrictEqual({ ...dependencies, ...devDependencies }, { ...locked.dependencies, ...locked.devDependencies })
    if (!same)
      throw new StepFailed(
        `package-lock.json does not match ${join(folder, 'package.json')}: run npm install and commit the lock file.`,
      )
  }
}

/** After a manual `npm install`: npm's record equals the lock file. */
function isInstalledByHand(packages) {
  const record = readOrNothing(join(modules, '.package-lock.json'))
  if (!record) return false
  const there = JSON.parse(record).packages
  const same = (path) => (there[path] ? there[path].version === packages[path].version : packages[path].optional === true)
  return Object.keys(packages)
    .filter((path) => path.includes('node_modules/'))
    .every(same)
}

/**
 * `npm install --no-save` instead of `npm ci`, which rejects a lock file without the optional packages of other platforms.
 * Locked versions are installed as locked.
 */
async function runNpm(packageSet) {
  checkWritable()
  checkRoom()
  // npm would not run the install scripts of packages left by an interrupted installation.
  if (!existsSync(stamp)) rmSync(modules, { recursive: true, force: true })
  rmSync(stamp, { force: true })
  const progress = progressLine()
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const describe = () => progress.step(`Installing dependencies (npm install), which takes up to two minutes: ${seconds()} s`)
  describe()
  const timer = setInterval(describe, process.stderr.isTTY ? 1_000 : 15_000)
  let output = ''
  try {
    const args = ['install', '--no-save', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress']
    if (packageSet === 'run') args.push(...argumentsOfRun())
    const [command, ...first] = npmCommand()
    const options = { cwd: root, env: environmentOfTheMachine() }
    const code = await runChild(command, [...first, ...args], options, (text) => (output += text))
    if (code !== 0) throw new StepFailed(`Installing failed: ${whyNpmFailed(output)}`)
    progress.print(`Installed in ${seconds()} s`)
  } catch (error) {
    if (error instanceof StepFailed) throw error
    throw new StepFailed(
      error.code === 'ENOENT'
        ? 'npm was not found: install it (it comes with Node.js) and start again.'
        : `npm cannot be run: ${error.message}`,
    )
  } finally {
    clearInterval(timer)
    progress.finish()
  }
}

/** npm as a command line: the npm that runs this script (its file needs no shell on Windows), or the one on PATH. */
export function npmCommand() {
  const { npm_execpath: file } = process.env
  // npm puts our own Node.js first in PATH; it is gone once an interrupted installation was removed.
  const program = existsSync(process.execPath) ? process.execPath : 'node'
  return file?.endsWith('.js') ? [program, file] : ['npm']
}

/** Without our own node_modules in PATH, because npm replaces that folder. */
function environmentOfTheMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules))
  return { ...process.env, PATH: folders.join(delimiter) }
}

function checkWritable() {
  try {
    accessSync(root, constants.W_OK)
    if (existsSync(modules)) accessSync(modules, constants.W_OK)
  } catch {
    throw new StepFailed(`Installing failed: this user may not write in ${root}.`)
  }
}

/** Checked beforehand, because npm does not always report a full disk, and takes minutes to fail. */
function checkRoom() {
  const { bavail, bsize } = statfsSync(existsSync(modules) ? modules : root)
  const free = Math.floor((bavail * bsize) / 1_000_000)
  if (free < neededMegabytes)
    throw new StepFailed(
      `Installing needs ${neededMegabytes} MB of disk space and ${free} MB are free: free some space and start again.`,
    )
}

function whyNpmFailed(output) {
  if (/ENOSPC/.test(output)) return 'the disk is full. Free some space and start again.'
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'the package registry cannot be reached. Check the network (or the proxy in npm’s settings) and start again.'
  }
  if (/EACCES|EPERM/.test(output)) return `this user may not write in ${root} or in npm’s cache.\n${lastLines(output)}`
  return `npm says\n${lastLines(output)}`
}

const lastLines = (output) => output.trim().split('\n').slice(-12).join('\n')

async function checkNode() {
  const code = existsSync(node) ? await runChild(node, ['--version'], {}, () => {}).catch(() => 1) : 1
  if (code === 0) return
  throw new StepFailed(
    existsSync(node)
      ? `The Node.js that was installed does not run on this machine (${node}).`
      : 'Node.js 24 was not installed: npm was told not to run install scripts. Allow them (npm config set ignore-scripts false) and start again.',
  )
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`GYA needs Node.js 20 or newer, and this is ${process.versions.node}.`)
  process.exit(1)
}
