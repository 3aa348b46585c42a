import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fchmodSync, fchownSync, fstatSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../startup-errors.ts'
import type { Cluster } from './cluster.ts'

/** Without the application's environment, which may contain secrets and PG* variables. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** For a small machine. The durability settings keep PostgreSQL's defaults. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The application reports failed statements itself.
  log_min_messages: 'log',
}

export type PostgresSettings = Record<string, string>

const maxLogBytes = 1024 * 1024

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C does not reach it and it outlives a killed application. `failure`
 * resolves with its messages if it exits.
 */
export async function spawnPostgres(
  cluster: Cluster,
  port: number,
  overrides: PostgresSettings,
): Promise<{ child: ChildProcess; failure: Promise<string> }> {
  const { size } = await stat(cluster.log).catch(() => ({ size: 0 }))
  if (size > maxLogBytes) await rename(cluster.log, `${cluster.log}.old`)
  const log = openSync(cluster.log, 'a', 0o600)
  const start = fstatSync(log).size
  if (cluster.account) {
    fchmodSync(log, 0o600)
    fchownSync(log, cluster.account.uid, cluster.account.gid)
  }
  const chosen = Object.entries({ ...defaultSettings, ...overrides }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(cluster.binaries.bin, 'postgres'), ['-D', cluster.data, '-p', String(port), ...chosen], {
    ...cluster.account,
    cwd: cluster.data,
    detached: true,
    env: postgresEnvironment,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  const messages = () => readFile(cluster.log).then((text) => text.subarray(start).toString(), String)
  const failure = once(child, 'exit').then(messages, String)
  return { child, failure }
}

/** Free at this moment; another process may take it first. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new StartError('No free port was found on 127.0.0.1.')
  return address.port
}

/** Summarises the output of initdb or postgres in one sentence. */
export function explainFailure(output: string): string {
  if (/No space left on device|ENOSPC/.test(output)) return 'the disk is full. Make room and start again.'
  if (/Disk quota exceeded|EDQUOT/.test(output)) return 'the disk quota is used up. Make room and start again.'
  if (/error while loading shared libraries|Library not loaded/.test(output))
    return 'this machine lacks a library that PostgreSQL needs. Set DATABASE_URL to use another PostgreSQL.'
  if (/could not (create|map).*shared memory|Cannot allocate memory/.test(output))
    return 'there is not enough memory for PostgreSQL.'
  const lines = output.trim().split('\n')
  const last = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return `PostgreSQL says “${last.replace(/^.*?(FATAL|PANIC|error): +/, '')}”.`
}

/** `adopted`: was already running. `ended` resolves when a server that we started has exited. */
export type Postmaster = { pid: number; port: number; adopted: boolean; ended?: Promise<unknown> }

const pollMs = 25

/**
 * Returns the running server of the cluster or starts one. Safe for concurrent callers: PostgreSQL allows one server per
 * folder, and the slower caller adopts it.
 */
export async function ensurePostmaster(
  cluster: Cluster,
  settings: PostgresSettings,
  log: (line: string) => void,
  wishedPort?: number,
): Promise<Postmaster> {
  let port = wishedPort ?? (await freePort())
  for (let refusals = 0; ; ) {
    const running = await runningPostmaster(cluster, log)
    if (running) return { ...running, adopted: true }
    const { child, failure } = await spawnPostgres(cluster, port, settings)
    const ready = child.pid ? waitUntilReady(cluster, child.pid, log) : { result: new Promise<never>(() => {}), giveUp: () => {} }
    const outcome = await Promise.race([ready.result, failure])
    ready.giveUp()
    if (typeof outcome !== 'string') return { ...outcome, adopted: false, ended: failure }
    if (/Address already in use|could not create any TCP\/IP sockets/.test(outcome)) port = await freePort()
    else if (/lock file .* already exists|pre-existing shared memory block/.test(outcome)) await wait(200)
    else throw new StartError(`PostgreSQL did not start in ${cluster.data}: ${explainFailure(outcome)}`)
    // Ten seconds for child processes of a killed server to exit.
    if (++refusals === 50) throw new StartError(`PostgreSQL did not start in ${cluster.data}: ${explainFailure(outcome)}`)
  }
}

/** The server of this folder, once it is ready; null if none runs. */
export async function runningPostmaster(
  cluster: Cluster,
  log: (line: string) => void,
): Promise<{ pid: number; port: number } | null> {
  const reportWait = everyFiveSeconds(() => log('Waiting for PostgreSQL to finish starting or stopping'))
  for (;;) {
    const file = readPidFile(cluster.data)
    if (!file) return null
    if (!isServerOf(cluster.data, file.pid)) {
      removeStale(cluster.data, file)
      return null
    }
    if (file.status === 'ready') return { pid: file.pid, port: file.port }
    reportWait()
    await wait(pollMs)
  }
}

/** No timeout while the process runs: recovery may take minutes. */
function waitUntilReady(cluster: Cluster, pid: number, log: (line: string) => void) {
  let gaveUp = false
  const reportWait = everyFiveSeconds(() => log('PostgreSQL is recovering after an unclean shutdown'))
  const poll = async () => {
    for (;;) {
      const file = readPidFile(cluster.data)
      if (gaveUp || (file?.pid === pid && file.status === 'ready')) return { pid, port: file?.port ?? 0 }
      reportWait()
      await wait(pollMs)
    }
  }
  return { result: poll(), giveUp: () => (gaveUp = true) }
}

/** Fast shutdown: connections are ended and a checkpoint is written. Resolves when the process has exited. */
export async function stopPostmaster(
  cluster: Cluster,
  { pid, ended }: Pick<Postmaster, 'pid' | 'ended'>,
  log: (line: string) => void,
): Promise<void> {
  const reportWait = everyFiveSeconds(() => log('Waiting for PostgreSQL to shut down'))
  if (isServerOf(cluster.data, pid)) process.kill(pid, 'SIGINT')
  while (isServerOf(cluster.data, pid)) {
    reportWait()
    await wait(pollMs)
  }
  await awaitKeepingProcessAlive(ended)
}

/** The child is unreferenced, so the event loop needs another reason to run. */
async function awaitKeepingProcessAlive(ended: Promise<unknown> | undefined): Promise<void> {
  const reason = setInterval(() => {}, pollMs)
  await ended
  clearInterval(reason)
}

function everyFiveSeconds(report: () => void): () => void {
  let next = Date.now() + 5_000
  return () => {
    if (Date.now() < next) return
    next = Date.now() + 5_000
    report()
  }
}

type PidFile = { text: string; pid: number; port: number; status: string }

/** postmaster.pid. Lines: pid, folder, start time, port, socket folder, address, shared memory, status. */
function readPidFile(data: string): PidFile | null {
  try {
    const text = readFileSync(join(data, 'postmaster.pid'), 'utf8')
    const lines = text.split('\n').map((line) => line.trim())
    return { text, pid: Number(lines[0]), port: Number(lines[3]), status: lines[7] ?? '' }
  } catch {
    return null
  }
}

/**
 * After a reboot the pid may belong to any process, even another server. PostgreSQL's working directory is its data folder, so the working
 * directory is compared too.
 */
function isServerOf(data: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(`-D ${data}`)
  } catch {
    return false
  }
}

/** If another server started in between, its shared memory still prevents a second one. */
function removeStale(data: string, seen: PidFile): void {
  if (readPidFile(data)?.text === seen.text) rmSync(join(data, 'postmaster.pid'), { force: true })
}
