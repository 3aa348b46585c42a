import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Trial } from '../../support/trial.ts'
import { countLosses } from './check-consistency.ts'
import { type ConcurrentSaves, startConcurrentSaves } from './concurrent-saves.ts'
import { type Installation, openInstallation } from './installation.ts'
import { createTestCompany, type TestCompany, watchLive } from './test-company.ts'

const size = {
  short: { kills: 2, clients: 3, least: 20, most: 40 },
  long: { kills: 12, clients: 8, least: 50, most: 200 },
}

/** PostgreSQL is killed with -9 during concurrent saves, alternately its postmaster and one backend. */
export const killPostgres: Trial = {
  name: 'kill -9 of PostgreSQL during concurrent saves',
  run: async ({ length, print }) => {
    const { kills, clients, least, most } = size[length]
    const place = await openInstallation()
    try {
      const company = await createTestCompany(await place.databaseUrl(), place.address, clients)
      const live = watchLive(place.address, company.people[0] as TestCompany['people'][number])
      const load = startConcurrentSaves(company)
      let longestGap = 0
      for (let kill = 1; kill <= kills; kill += 1) {
        await load.until(least + randomInt(most - least))
        const gap = await killAndAwait({ place, company, load, backend: kill % 2 === 0 })
        await live.more()
        longestGap = Math.max(longestGap, gap)
        print(`killed ${kill} of ${kills}, ${load.ledger.acknowledged} saves acknowledged, back after ${gap.toFixed(0)} ms`)
      }
      await load.until(least)
      await load.rest()
      live.stop()
      const { ledger } = load
      for (const wrong of ledger.wrong.slice(0, 5)) print(wrong)
      const lost = await countLosses(company, ledger, join(place.dataDir, 'files'))
      await company.database.close()
      return {
        tried: { kills, 'saves acknowledged': ledger.acknowledged, 'documents among them': ledger.documents.size },
        lost,
        figures: {
          'longest until saves were acknowledged again': `${(longestGap / 1000).toFixed(1)} s`,
          'longest wait for an answer': `${(ledger.longestWait / 1000).toFixed(1)} s`,
          'answers meanwhile': Object.entries(ledger.unserved)
            .map(([code, times]) => `${code} ${times}`)
            .join(', '),
        },
      }
    } finally {
      await place.end()
    }
  },
}

type Killing = { place: Installation; company: TestCompany; load: ConcurrentSaves; backend: boolean }

/** Milliseconds from the kill to the first acknowledged save that was sent after it. The app is not restarted. */
async function killAndAwait({ place, company, load, backend }: Killing): Promise<number> {
  const postmaster = await place.postmaster()
  const { rows } = await company.database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'gya' and pid <> pg_backend_pid() order by random() limit 1",
  )
  const killed = performance.now()
  process.kill(backend ? (rows[0]?.pid ?? postmaster) : postmaster, 'SIGKILL')
  const ended = place.product().ended.then(({ code }) => {
    throw new Error(`The application ended with ${code}; it said:\n${place.product().said.slice(-10).join('\n')}`)
  })
  ended.catch(() => {})
  // At most one request per client was in flight at the kill.
  await Promise.race([load.until(company.people.length + 1), ended])
  return performance.now() - killed
}
