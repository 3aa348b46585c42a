import { describe, expect, test } from 'vitest'
import { countCommittedRows, isAlive, runApp, runWritingApp, serverLog, serverPid, temporaryFolder } from './testing/run-app.ts'

describe('After an end that nobody planned', { timeout: 60_000 }, () => {
  test('Killed with -9, the application leaves a PostgreSQL that the next start adopts, and no committed row is lost', async () => {
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
  test('stops both, cleanly: exit code 0, no PostgreSQL left and no recovery at the next start', async () => {
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
