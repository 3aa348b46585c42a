import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fchmodSync, fchownSync, fstatSync, openSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
import type { Cluster } from './cluster-folder.ts'

/** Nothing of the application's own environment: it may hold secrets, and PG* variables would steer PostgreSQL. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** For a small machine. Durability is left at PostgreSQL's own: fsync, synchronous_commit and full_page_writes on. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The application reports refused statements itself; here they would only make the log grow.
  log_min_messages: 'log',
}

export type PostgresSettings = Record<string, string>

const maxLogBytes = 1024 * 1024

/**
 * Starts PostgreSQL on `port` in a session of its own: a Ctrl-C that the terminal sends to the whole process group does
 * not reach it, and it outlives an application that is killed. Resolves at once; `failure` resolves with its messages
 * if it ends.
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

/** A port that is free at this moment; another process may still take it first. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new StartError('No free port was found on 127.0.0.1.')
  return address.port
}

/** One sentence for the operator from what initdb or postgres printed before it ended. */
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
