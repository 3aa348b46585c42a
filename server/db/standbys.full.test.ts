import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { positionCookie, positionHeader } from '@gya/domain/common/read-position.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPostgresInstalled } from '../../scripts/programs.mjs'
import { openChangeStream } from '../../test/support/change-stream.ts'
import { type Fixtures, type FixtureUser, openFixtures } from '../../test/support/fixtures.ts'
import { type PrimaryServer, type StandbyServer, startPrimary } from '../../test/support/postgres-cluster.ts'
import { startProductionApp } from '../../test/support/production-app.ts'
import { sampleValue } from '../../test/support/schema-samples.ts'
import type { AppProcess } from '../../test/support/start-app.ts'
import { addressOf } from '../../test/support/test-client.ts'
import { createTestSession } from '../features/sessions/sessions.repository.ts'

const isHere = isPostgresInstalled()

describe.skipIf(!isHere)(
  `Two processes with a primary and two standbys${isHere ? '' : ' (skipped: needs Debian’s postgresql-15)'}`,
  () => {
    let folder: string
    let primary: PrimaryServer
    let standbys: StandbyServer[]
    let fixtures: Fixtures
    let apps: AppProcess[]

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gya-standbys-'))
      primary = await startPrimary(folder)
      const url = await primary.make('gya')
      standbys = [await primary.addStandby('first'), await primary.addStandby('second')]
      const env = {
        DATABASE_URL: url,
        DATABASE_READ_URLS: standbys.map((standby) => standby.urlOf('gya')).join(','),
        // Long enough for a loaded machine: lag is made by holding replay up.
        DATABASE_READ_MAX_LAG: '30',
      }
      apps = [await startProductionApp(env)]
      fixtures = await openFixtures({ on: { url, drop: async () => {} } })
      apps.push(await startProductionApp({ ...env, DATABASE_READ_MAX_LAG: '2' }))
    })
    afterAll(async () => {
      await Promise.all(apps.map((app) => app.stop()))
      await fixtures.close()
      await Promise.all([primary, ...standbys].map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true })
    })
    beforeEach(async () => {
      await resumeAll()
      await allInUse()
    })

    /** Waits until both processes use both standbys, as initially. */
    async function allInUse(): Promise<void> {
      for (const app of [0, 1]) for (const standby of [0, 1]) await until(() => inUse(app, standby), 1)
    }

    async function until<T>(read: () => Promise<T>, expected: T): Promise<void> {
      while ((await read()) !== expected) await wait(50)
    }

    const metric = async (app: number, name: string): Promise<number> => {
      const text = await (await fetch(`${apps[app]?.address}/metrics`)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.split(' ').at(-1) ?? 0)
    }
    const nameOf = (standby: number) => `127.0.0.1:${standbys[standby]?.port}`
    const inUse = (app: number, standby: number) => metric(app, `gya_standby_in_use{standby="${nameOf(standby)}"}`)
    const readsFrom = (app: number, server: string) => metric(app, `gya_standby_reads_total{server="${server}"}`)
    const readsFromStandbys = async (app: number) => (await readsFrom(app, nameOf(0))) + (await readsFrom(app, nameOf(1)))
    const primaryReads = (app: number, why: string) => metric(app, `gya_standby_reads_total{server="primary",why="${why}"}`)
    const readsFromPrimary = async (app: number) => (await primaryReads(app, 'behind')) + (await primaryReads(app, 'away'))

    /** Acts like a browser: keeps the position that the app's script stores in a cookie. */
    async function browserOf(name: FixtureUser) {
      const token = await createTestSession(fixtures.database.db, fixtures.idOf[name], new Date().toISOString())
      let position = ''
      const raise = (to: string | null) => {
        if (to !== null && to > position) position = to
      }
      const request = async (
        app: number,
        call: Endpoint,
        params: object,
        { query = {}, body }: { query?: object; body?: object } = {},
      ) => {
        const answer = await fetch(`${apps[app]?.address}${addressOf(call.path, params, query)}`, {
          method: call.method,
          headers: {
            cookie: `gya_session=${token}${position && `; ${positionCookie}=${position}`}`,
            'x-client': 'Web',
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        raise(answer.headers.get(positionHeader))
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${text}`)
        return text
      }
      return {
        token,
        raise,
        request,
        addTask: (app: number, title: string) => request(app, createTask, fixtures.a, { body: { title } }),
        sees: async (app: number, title: string) =>
          (await request(app, listTasks, fixtures.a, { query: { itemsPerPage: 100 } })).includes(title),
      }
    }

    const pauseAll = () => Promise.all(standbys.map((standby) => standby.pauseReplay()))
    const resumeAll = () => Promise.all(standbys.map((standby) => standby.resumeReplay()))

    test('every call that declares readsFromStandby is answered by a standby', async () => {
      const declared = endpoints.map(({ call }): Endpoint => call).filter((call) => call.readsFromStandby && !isWrite(call))
      const someone = await browserOf('company')
      const params = { ...fixtures.first, metric: 'takeOn', periodKey: '2026-03-10' }
      for (const call of declared) {
        const least = call.query ? (sampleValue(call.query, fixtures.first.propertyId) as object) : {}
        const query = { ...least, ...(call.query?.shape.companyId ? fixtures.a : {}) }
        const before = await readsFromStandbys(0)
        await until(async () => {
          await someone.request(0, call, params, { query })
          return (await readsFromStandbys(0)) > before
        }, true)
      }
    })

    test('a user sees their own save at once through either process, others once it is replicated', async () => {
      const [writer, other] = [await browserOf('staff'), await browserOf('company')]
      const before = await readsFromPrimary(1)
      await pauseAll()
      await writer.addTask(0, 'Call the lender')
      expect([await writer.sees(0, 'Call the lender'), await writer.sees(1, 'Call the lender')]).toEqual([true, true])
      expect(await readsFromPrimary(1)).toBe(before + 1)
      expect(await other.sees(0, 'Call the lender')).toBe(false)
      await resumeAll()
      await until(() => other.sees(0, 'Call the lender'), true)
      const answered = await readsFromStandbys(0)
      await until(async () => (await writer.sees(0, 'Call the lender')) && (await readsFromStandbys(0)) > answered, true)
    })

    test('a user sees their own save at once while standbys apply it', async () => {
      const writer = await browserOf('staff')
      const before = (await readsFromStandbys(0)) + (await readsFromStandbys(1))
      const missed: string[] = []
      for (let n = 0; n < 60; n += 1) {
        const title = `Task number ${n}.`
        await writer.addTask(n % 2, title)
        if (!(await writer.sees((n + 1) % 2, title))) missed.push(title)
      }
      expect(missed).toEqual([])
      await until(async () => {
        await writer.sees(0, '')
        return (await readsFromStandbys(0)) + (await readsFromStandbys(1)) > before
      }, true)
    })

    test('a user who is notified of a change sees it at once', async () => {
      const [writer, other] = [await browserOf('staff'), await browserOf('company')]
      const stream = await openChangeStream(apps[1]?.address ?? '', other.token)
      await pauseAll()
      await writer.addTask(0, 'Chase the survey')
      expect(await stream.next()).toMatchObject({ companyId: fixtures.a.companyId })
      await until(() => other.sees(0, 'Chase the survey'), false)
      other.raise(stream.position())
      expect([await other.sees(0, 'Chase the survey'), await other.sees(1, 'Chase the survey')]).toEqual([true, true])
      stream.close()
      await resumeAll()
    })

    test('a standby that lags beyond the limit is not used until it has caught up', async () => {
      const [writer, other] = [await browserOf('staff'), await browserOf('company')]
      await pauseAll()
      await writer.addTask(0, 'Order the searches')
      await until(() => other.sees(1, 'Order the searches'), true)
      await until(() => inUse(1, 0), 0)
      expect(await metric(1, `gya_standby_lag_seconds{standby="${nameOf(0)}"}`)).toBeGreaterThan(2)
      await resumeAll()
      await allInUse()
      expect(await metric(1, `gya_standby_lag_seconds{standby="${nameOf(0)}"}`)).toBeLessThan(30)
    })

    /** Reads by users whose sessions prefer different standbys, until the fault is noticed. */
    async function readDuring(fault: () => Promise<void> | void, noticed: () => Promise<boolean>): Promise<string[]> {
      const people = await Promise.all(Array.from({ length: 6 }, () => browserOf('company')))
      const failures: string[] = []
      let ended = false
      const reading = people.map(async (person) => {
        while (!ended) await person.request(0, listTasks, fixtures.a).catch((error: unknown) => failures.push(String(error)))
      })
      await fault()
      await until(noticed, true)
      ended = true
      await Promise.all(reading)
      return failures
    }

    const isLeftOut = (standby: number) => async () => (await inUse(0, standby)) === 0

    test('a killed standby is not used, without an error, until it is back', async () => {
      expect(await readDuring(() => standbys[0]?.kill(), isLeftOut(0))).toEqual([])
      await standbys[0]?.start()
      const before = await readsFrom(0, nameOf(0))
      expect(await readDuring(allInUse, async () => (await readsFrom(0, nameOf(0))) > before)).toEqual([])
    })

    test('a standby that hangs is not used, without an error', async () => {
      expect(await readDuring(() => standbys[1]?.freeze(), isLeftOut(1))).toEqual([])
      standbys[1]?.thaw()
    })

    test('the primary answers while all standbys are down', async () => {
      await Promise.all(standbys.map((standby) => standby.kill()))
      await until(async () => (await isLeftOut(0)()) && (await isLeftOut(1)()), true)
      const [writer, other] = [await browserOf('staff'), await browserOf('company')]
      const before = await primaryReads(0, 'away')
      await writer.addTask(0, 'Send the contract')
      expect(await other.sees(0, 'Send the contract')).toBe(true)
      expect(await primaryReads(0, 'away')).toBe(before + 1)
      await Promise.all(standbys.map((standby) => standby.start()))
    })

    test('a promoted standby is not used', async () => {
      await standbys[1]?.promote()
      await until(isLeftOut(1), true)
      expect(await inUse(0, 0)).toBe(1)
    })
  },
)
