import { chmod, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isRoot, query, repositoryIn, runApp, serverPid, temporaryFolder } from './testing/run-app.ts'

describe('startEmbeddedPostgres', { timeout: 60_000 }, () => {
  test('sorts and lower-cases accents independently of the system locale, in UTF-8', async () => {
    const { ready = '' } = await runApp(await temporaryFolder()).started
    expect(await query(ready, `select lower('ŻÓŁĆ') as lower, getdatabaseencoding() as encoding`)).toEqual([
      { lower: 'żółć', encoding: 'UTF8' },
    ])
  })

  test('gives the application a role that owns its database and is not a superuser', async () => {
    const { ready = '' } = await runApp(await temporaryFolder()).started
    const rows = await query(
      ready,
      `select usesuper, (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner from pg_user where usename = current_user`,
    )
    expect(rows).toEqual([{ usesuper: false, owner: 'gya' }])
  })

  test('runs two servers on two data folders', async () => {
    const [one, two] = await Promise.all([temporaryFolder(), temporaryFolder()])
    const [first, second] = await Promise.all([runApp(one).started, runApp(two).started])
    await query(first.ready ?? '', 'create table only_here (n int)')
    expect(await query(second.ready ?? '', `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
  })

  test('refuses a second application on the same folder', async () => {
    const dataDir = await temporaryFolder()
    const first = runApp(dataDir)
    const { ready = '' } = await first.started
    const second = runApp(dataDir)
    expect((await second.started).refused).toBe(
      `GYA is already running on the data folder ${dataDir} (process ${first.pid}): stop it first, or choose another folder with DATA_DIR.`,
    )
    expect(await second.ended).toBe(1)
    expect(await query(ready, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('lets exactly one of four concurrent starts on a new folder win', async () => {
    const dataDir = await temporaryFolder()
    const said = await Promise.all([1, 2, 3, 4].map(() => runApp(dataDir).started))
    const winners = said.filter((event) => event.ready)
    expect(winners).toHaveLength(1)
    expect(said.filter((event) => event.refused?.startsWith('GYA is already running'))).toHaveLength(3)
    expect(await query(winners[0]?.ready ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('The account of PostgreSQL', { timeout: 60_000 }, () => {
  test.runIf(isRoot)('as root in a folder like /root: another user, with data in /var/lib/gya', async () => {
    const closed = await temporaryFolder()
    await chmod(closed, 0o700)
    const from = await repositoryIn(join(closed, 'gya'))
    const app = runApp('default', { from })
    const { ready = '', dataDir = '' } = await app.started
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    expect(dataDir).toMatch(/^\/var\/lib\/gya\/[0-9a-f]{12}$/)
    expect(await query(ready, 'select 1 as one')).toEqual([{ one: 1 }])
    const owner = (await stat(join(dataDir, 'postgres/data'))).uid
    expect(owner).not.toBe(0)
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(owner)
    app.signalGroup('SIGTERM')
    expect(await app.ended).toBe(0)
  })

  test('as an ordinary user: the same user', async () => {
    const nobody = 65_534
    const folder = await temporaryFolder()
    await chmod(folder, 0o777)
    const from = isRoot ? await repositoryIn(join(folder, 'gya')) : undefined
    const dataDir = join(folder, 'data')
    const { ready = '' } = await runApp(dataDir, from ? { as: nobody, from } : {}).started
    expect(await query(ready, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(join(dataDir, 'postgres/data'))).uid).toBe(isRoot ? nobody : process.getuid?.())
  })
})
