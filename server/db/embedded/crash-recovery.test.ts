import { describe, expect, test } from 'vitest'
import { countCommittedRows, isAlive, runApp, runWritingApp, serverLog, serverPid, temporaryFolder } from './testing/run-app.ts'

describe('Crash recovery', { timeout: 60_000 }, () => {
  test('the application is killed: the next start adopts PostgreSQL with all committed rows', async () => {
    const dataDir = await temporaryFolder()
    const { app, lastCommitted } = await runWritingApp(dataDir)
    app.signalGroup('SIGKILL')
    expect(await app.ended).toBeNull()
    const { ready = '', adopted } = await runApp(dataDir).started
    expect(adopted).toBe(true)
    const { rows, last } = await countCommittedRows(ready)
    expect(last).toBeGreaterThanOrEqual(lastCommitted())
    expect(rows).toBe(last)
  })
})

describe('Ctrl-C', { timeout: 60_000 }, () => {
  test('stops the application (exit code 0) and PostgreSQL without recovery at the next start', async () => {
    const dataDir = await temporaryFolder()
    const { app, lastCommitted } = await runWritingApp(dataDir)
    const server = (await serverPid(dataDir)) ?? 0
    app.signalGroup('SIGINT')
    expect(await app.ended).toBe(0)
    expect(isAlive(server)).toBe(false)
    expect(await serverPid(dataDir)).toBeNull()
    const { ready = '', adopted } = await runApp(dataDir).started
    expect(adopted).toBe(false)
    expect((await countCommittedRows(ready)).last).toBeGreaterThanOrEqual(lastCommitted())
    const log = await serverLog(dataDir)
    expect(log).toContain('database system is shut down')
    expect(log).not.toMatch(/not properly shut down|recovery/)
  })
})
