import { once } from 'node:events'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCluster } from './cluster.ts'
import { ensurePostmaster, stopPostmaster } from './postmaster.ts'
import { isRoot, query, repositoryIn, runApp, temporaryFolder } from './testing/run-app.ts'

const quiet = () => {}

describe('StartError', { timeout: 60_000 }, () => {
  test('for a data folder that cannot be written', async () => {
    const folder = await temporaryFolder()
    const locked = join(folder, 'locked')
    await mkdir(locked)
    await chmod(locked, 0o555)
    await chmod(folder, 0o755)
    const as = isRoot ? { as: 65_534, from: await repositoryIn(join(folder, 'gya')) } : {}
    const app = runApp(join(locked, 'data'), as)
    expect((await app.started).refused).toBe(
      `The data folder ${locked}/data cannot be written: permission is denied. Choose another with DATA_DIR.`,
    )
    expect(await app.ended).toBe(1)
  })

  test.runIf(isRoot)('as root, for a data folder that PostgreSQL’s user cannot enter', async () => {
    const closed = await temporaryFolder()
    await chmod(closed, 0o700)
    expect((await runApp(join(closed, 'data')).started).refused).toMatch(
      new RegExp(
        `^PostgreSQL does not run as root, and its user \\(\\d+\\) cannot enter ${closed}: choose a data folder elsewhere with DATA_DIR\\.$`,
      ),
    )
  })

  test('for an incomplete cluster, which is left unchanged', async () => {
    const dataDir = await temporaryFolder()
    const cluster = await openCluster(dataDir, { durable: false, log: quiet })
    await rm(join(cluster.data, 'global/pg_control'))
    expect((await runApp(dataDir).started).refused).toBe(
      `The database in ${dataDir}/postgres is not complete. Restore it from a backup, or move it away to start with an empty one.`,
    )
  })

  test('for a cluster of another major version of PostgreSQL', async () => {
    const dataDir = await temporaryFolder()
    const cluster = await openCluster(dataDir, { durable: false, log: quiet })
    await writeFile(join(cluster.data, 'PG_VERSION'), '17\n')
    expect((await runApp(dataDir).started).refused).toContain('was created by PostgreSQL 17, and this is 18')
  })
})

describe('The start succeeds', { timeout: 60_000 }, () => {
  test('on another port if the first is taken meanwhile', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port: taken } = other.address() as { port: number }
    const cluster = await openCluster(await temporaryFolder(), { durable: false, log: quiet })
    const postmaster = await ensurePostmaster(cluster, {}, quiet, taken)
    await stopPostmaster(cluster, postmaster, quiet)
    expect(postmaster.adopted).toBe(false)
    expect(postmaster.port).not.toBe(taken)
  })

  test('after replacing a PostgreSQL left running by an older version', async () => {
    const dataDir = await temporaryFolder()
    const cluster = await openCluster(dataDir, { durable: false, log: quiet })
    await ensurePostmaster(cluster, { cluster_name: 'gya 17.0' }, quiet)
    const { ready = '', adopted } = await runApp(dataDir).started
    expect(adopted).toBe(false)
    expect(await query(ready, 'show cluster_name')).toEqual([{ cluster_name: `gya ${cluster.binaries.version}` }])
  })
})
