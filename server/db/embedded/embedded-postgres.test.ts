import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultDataDir, openEmbeddedPostgres } from './embedded-postgres.ts'
import { query, runApp, temporaryFolder } from './testing/run-app.ts'

describe('startEmbeddedPostgres', { timeout: 60_000 }, () => {
  test('listens on loopback only, with a generated password, scram-sha-256 and durable settings', async () => {
    const dataDir = await temporaryFolder()
    const { ready = '' } = await runApp(dataDir).started
    const settings = await query<{ name: string; setting: string }>(
      ready,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'password_encryption')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
    })
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
    await expect(query(ready.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('openEmbeddedPostgres works while the application runs and while it does not', async () => {
    const dataDir = await temporaryFolder()
    const command = async () => {
      const { url, stop } = await openEmbeddedPostgres({ dataDir, log: () => {} })
      const answer = await query(url, 'select 1 as one')
      await stop()
      return answer
    }
    await expect(command()).rejects.toThrow(`There is no database in ${dataDir} yet: start GYA there first`)
    const app = runApp(dataDir)
    const { ready = '' } = await app.started
    expect(await command()).toEqual([{ one: 1 }])
    expect(await query(ready, 'select 1 as one')).toEqual([{ one: 1 }])
    app.signalGroup('SIGTERM')
    await app.ended
    expect(await command()).toEqual([{ one: 1 }])
    await expect(stat(join(dataDir, 'postgres/data/postmaster.pid'))).rejects.toThrow('ENOENT')
  })
})

test('defaultDataDir is .data in the repository, or DATA_DIR', async () => {
  const repository = await temporaryFolder()
  await chmod(repository, 0o755)
  await mkdir(join(repository, 'elsewhere'))
  expect(defaultDataDir({}, repository)).toBe(join(repository, '.data'))
  expect(defaultDataDir({ DATA_DIR: 'elsewhere' }, repository)).toBe(join(repository, 'elsewhere'))
})
