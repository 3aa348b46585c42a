import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { query, runApp, temporaryFolder } from './embedded/testing/run-app.ts'
import { defaultDataDir } from './embedded-postgres.ts'

describe('The embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('starts in the data folder, on loopback only, with a generated password, scram and everything durable', async () => {
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
})

test('The data folder is .data in the repository, or what DATA_DIR says', async () => {
  const repository = await temporaryFolder()
  await chmod(repository, 0o755)
  await mkdir(join(repository, 'elsewhere'))
  expect(defaultDataDir({}, repository)).toBe(join(repository, '.data'))
  expect(defaultDataDir({ DATA_DIR: 'elsewhere' }, repository)).toBe(join(repository, 'elsewhere'))
})
