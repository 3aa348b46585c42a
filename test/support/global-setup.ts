import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '../../scripts/memory-folder.mjs'
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createFixtures, type FixtureIds } from './fixtures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which tests create databases, and the migrated template database. */
    testServer: { url: string; template: string }
    /** The template database with the fixtures, for `openFixtures`. */
    testWorld: { template: string; made: FixtureIds }
  }
}

/**
 * Starts one PostgreSQL per run, shared by all projects: TEST_DATABASE_URL (its user must be allowed to create databases), or
 * an embedded one with fsync off, in memory if possible. Migrations and fixtures run once, each into a template database.
 */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject()
  // Already started by another project of this run.
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
  const dataDir = await mkdtemp(join(memoryFolder(), 'gya-vitest-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    // Only a superuser can drop a database while autovacuum runs in it, and the app's user is not one.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      // Tests that start several app processes run beside others.
      max_connections: '400',
      shared_buffers: '128MB',
      max_wal_size: '256MB',
    },
  })
  stopWhenParentExits(dataDir)
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

/**
 * Stops the server if the run is killed: this shell notices that its standard input is closed. Without a POSIX shell the server
 * of a killed run keeps running.
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
