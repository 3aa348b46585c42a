import { copyFile, readdir, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countCommittedRows, query, runApp, runWritingApp, serverLog, serverPid, temporaryFolder } from './testing/run-app.ts'

describe('Crash recovery', { timeout: 60_000 }, () => {
  test('PostgreSQL and the application are killed: the next start recovers all committed rows', async () => {
    const dataDir = await temporaryFolder()
    const { app, lastCommitted } = await runWritingApp(dataDir)
    app.signalGroup('SIGKILL')
    await app.ended
    process.kill((await serverPid(dataDir)) ?? 0, 'SIGKILL')
    const { ready = '', adopted } = await runApp(dataDir).started
    expect(adopted).toBe(false)
    const { rows, last } = await countCommittedRows(ready)
    expect(last).toBeGreaterThanOrEqual(lastCommitted())
    expect(rows).toBe(last)
    expect(await serverLog(dataDir)).toContain('automatic recovery in progress')
  })

  test('PostgreSQL is killed: the application restarts it on the same port', async () => {
    const dataDir = await temporaryFolder()
    const { app, url, lastCommitted } = await runWritingApp(dataDir)
    process.kill((await serverPid(dataDir)) ?? 0, 'SIGKILL')
    await app.waitFor(({ log }) => log === 'PostgreSQL is available again')
    expect((await countCommittedRows(url)).last).toBeGreaterThanOrEqual(lastCommitted())
    app.signalGroup('SIGINT')
    expect(await app.ended).toBe(0)
    expect(await serverPid(dataDir)).toBeNull()
  })

  test('the application is killed during initdb: the next start creates the cluster', async () => {
    const dataDir = await temporaryFolder()
    const changes = watch(dataDir)
    const app = runApp(dataDir)
    for await (const { filename } of changes) if (filename?.startsWith('postgres.new-')) break
    app.signalGroup('SIGKILL')
    await app.ended
    expect(await readdir(dataDir)).toEqual([expect.stringMatching(/^postgres\.new-/)])
    const { ready = '' } = await runApp(dataDir).started
    expect(await query(ready, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })

  test('the pid in postmaster.pid belongs to the PostgreSQL of another folder: the start succeeds', async () => {
    const [one, two] = await Promise.all([temporaryFolder(), temporaryFolder()])
    const first = runApp(one)
    await Promise.all([first.started, runApp(two).started])
    first.signalGroup('SIGTERM')
    await first.ended
    await copyFile(join(two, 'postgres/data/postmaster.pid'), join(one, 'postgres/data/postmaster.pid'))
    const { ready = '', adopted } = await runApp(one).started
    expect(adopted).toBe(false)
    expect(await query(ready, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
