import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobRetryWindow, maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import { readOperations } from '@gya/domain/features/operations/operations.contract.ts'
import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { jobAdder } from '../jobs/queue.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({ config: { commit: 'abcdef1', slowQueryMs: 0 } })
})
afterAll(() => fixtures.close())

const metrics = async () => (await fixtures.app.inject({ url: '/metrics' })).body
/** The value of a metric; labels in the order that the metric defines. */
const figure = async (name: string) => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

describe('GET /metrics', () => {
  test('reports version and commit', async () => {
    expect(await fixtures.as('platform').ok(readOperations)).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+ \(abcdef1\)$/),
    })
    expect(await metrics()).toMatch(/^gya_build_info\{version="\d+\.\d+\.\d+",commit="abcdef1",node="v\d+/m)
  })

  test('reports pool connections, waiting requests and statement times', async () => {
    const held = await fixtures.database.pool.connect()
    const inUse = await figure('gya_db_pool_connections{state="in use"}')
    held.release()
    expect(inUse).toBeGreaterThanOrEqual(1)
    expect(await figure('gya_db_pool_size')).toBe(10)
    expect(await figure('gya_db_pool_waiting')).toBe(0)
    const before = (await figure('gya_db_statement_seconds_count{kind="select"}')) ?? 0
    await fixtures.database.pool.query('select 1')
    expect(await figure('gya_db_statement_seconds_count{kind="select"}')).toBeGreaterThan(before)
    expect(await figure('gya_db_slow_statements_total')).toBeGreaterThan(0)
  })

  test('reports waiting and failed jobs by name, and the outbox', async () => {
    await fixtures.as('staff').ok(requestSupport, { body: { message: 'Help' } })
    expect(await figure('gya_jobs{task="send-mail",state="waiting"}')).toBe(1)
    expect(await figure('gya_mails{state="queued"}')).toBe(1)
    await fixtures.runJobs()
    expect(await figure('gya_jobs{task="send-mail",state="waiting"}')).toBe(null)
    expect(await figure('gya_mails{state="queued"}')).toBe(0)
    await jobAdder(fixtures.database.db)('report-pdf', { mailId: 'none', asked: {} })
    await fixtures.database.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 hour'")
    expect(await figure('gya_jobs_oldest_due_seconds')).toBeGreaterThan(3_500)
    for (let tries = 0; tries < maxJobAttempts; tries += 1) await fixtures.runJobs()
    expect(await figure('gya_jobs{task="report-pdf",state="failed"}')).toBe(1)
    expect(await figure('gya_jobs_oldest_due_seconds')).toBe(0)
  })

  test('reports refused sign-ins by reason, without accounts', async () => {
    const body = { email: 'nobody@people.example', password: 'Wrong-Password-2026' }
    for (let tries = 0; tries < 11; tries += 1) await fixtures.anonymous.call(login, { body })
    expect(await figure('gya_sign_ins_refused_total{reason="wrong"}')).toBe(10)
    expect(await figure('gya_sign_ins_refused_total{reason="limited"}')).toBe(1)
    expect(await metrics()).not.toContain('people.example')
  })

  test('reports whether files can be stored, and the free space', async () => {
    expect(await figure('gya_file_store_up')).toBe(1)
    expect(await figure('gya_disk_free_bytes{of="files"}')).toBeGreaterThan(0)
    expect(await figure('gya_disk_size_bytes{of="temporary"}')).toBeGreaterThan(0)
  })

  test('reports the rest without the database', async () => {
    const away = await openFixtures()
    await away.database.pool.end()
    const { statusCode, body } = await away.app.inject({ url: '/metrics' })
    expect([statusCode, /^gya_database_up 0$/m.test(body), /^process_resident_memory_bytes/m.test(body)]).toEqual([
      200,
      true,
      true,
    ])
    await away.close().catch(() => undefined)
  })
})

describe('Grafana dashboard and alerts use existing metrics', () => {
  const deployed = (file: string) => readFile(join(import.meta.dirname, '../../ops', file), 'utf8')
  const namedIn = (expressions: string[]) =>
    new Set(expressions.flatMap((text) => text.replaceAll(/"[^"]*"/g, '').match(/\b(gya|process|nodejs)_\w+/g) ?? []))
  const given = async () => {
    const types = (await metrics()).matchAll(/^# TYPE (\w+) (\w+)/gm)
    return new Set(
      [...types].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
  }
  const missing = async (expressions: string[]) => {
    const all = await given()
    return [...namedIn(expressions)].filter((name) => !all.has(name))
  }

  test('alerts: at least ten, each with instructions', async () => {
    type Alerts = { groups: { rules: { alert: string; expr: string; annotations: { summary: string; action: string } }[] }[] }
    const { groups } = parse(await deployed('grafana/alerts.yaml')) as Alerts
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThanOrEqual(10)
    for (const { annotations } of rules) expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) })
    expect(await missing(rules.map(({ expr }) => expr))).toEqual([])
    const mailAway = rules.find(({ alert }) => alert === 'GyaMailServerAway')
    expect(mailAway?.annotations.action).toContain(`retried for about ${jobRetryWindow}.`)
  })

  test('dashboard: every panel has a query', async () => {
    type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
    const { panels } = JSON.parse(await deployed('grafana/gya.json')) as Dashboard
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThanOrEqual(panels.length)
    expect(await missing(expressions)).toEqual([])
  })
})
