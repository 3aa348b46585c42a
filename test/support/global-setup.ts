import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createFixtures, type FixtureIds } from './fixtures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that tests make their databases on, and the migrated database that they copy. */
    testServer: { url: string; template: string }
    /** The database that holds the small world, for `openWorld`. */
    testWorld: { template: string; made: FixtureIds }
  }
}

/**
 * One PostgreSQL for a whole run, also when the files of several projects run: that of TEST_DATABASE_URL (its user must be
 * allowed to create databases), else an embedded one on a temporary folder, which does not wait for the disk. The migrations
 * run once and the small world is made once, each into a template.
 */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject()
  // Another project of this run has started it.
  if (run.getProvidedContext().testServer) return undefined
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startOwnServer()
  const template = `gya_template_${randomBytes(4).toString('hex')}`
  const withWorld = `${template}_world`
  const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  const admin = new pg.Client({ connectionString: server.url })
  const drop = async () => {
    for (const database of [withWorld, template]) await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
  }
  try {
    await admin.connect()
    await admin.query(`create database ${template}`)
    await migrate(urlOf(template))
    await admin.query(`create database ${withWorld} template ${template}`)
    run.provide('testServer', { url: server.url, template })
    run.provide('testWorld', { template: withWorld, made: await createFixtures(urlOf(withWorld)) })
  } catch (error) {
    await drop().catch(() => {})
    await server.stop()
    throw error
  }
  return async () => {
    await drop()
    await server.stop()
  }
}

async function startOwnServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gya-vitest-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    // A database whose tables are being vacuumed can only be dropped by a superuser, and the app's user is none.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', shared_buffers: '128MB' },
  })
  stopWhenParentExits(dataDir)
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

/**
 * A run that is killed must leave no server behind: this shell sees its input end, stops the server and tidies up. Where
 * there is no such shell, a run that is killed leaves its server running.
 */
function stopWhenParentExits(dataDir: string): void {
  const script = `
    read -r _
    pid=$(head -n 1 "$0/postgres/data/postmaster.pid") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
    rm -rf "$0"`
  const guard = spawn('/bin/sh', ['-c', script, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.on('error', () => {})
  guard.unref()
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
}
