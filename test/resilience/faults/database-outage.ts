import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { startApp } from '../../support/start-app.ts'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../support/tcp-fault-proxy.ts'
import type { Trial } from '../../support/trial.ts'
import { countLosses } from './check-consistency.ts'
import { type ConcurrentSaves, startConcurrentSaves } from './concurrent-saves.ts'
import { createTestCompany, watchLive } from './test-company.ts'

/** `cut`: connections are refused, as by a stopped server. `silence`: no response, as in a broken network. */
type Fault = 'cut' | 'silence'

/** A silent connection takes a full statement timeout; the test of the pool covers it in the fast tier. */
const size: Record<'short' | 'long', { faults: Fault[]; seconds: number; clients: number; saves: number }> = {
  short: { faults: ['cut'], seconds: 2, clients: 3, saves: 20 },
  long: { faults: ['cut', 'silence', 'cut', 'silence'], seconds: 30, clients: 8, saves: 150 },
}

type Outage = { backAfter: number; notReadyAfter: number; unhealthy: number }

/** The database is unreachable for a while during concurrent saves. Nothing is restarted. */
export const databaseOutage: Trial = {
  name: 'database outage during concurrent saves',
  run: async ({ length, print }) => {
    const { faults, seconds, clients, saves } = size[length]
    const dataDir = await mkdtemp(join(tmpdir(), 'gya-trial-'))
    await chmod(dataDir, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    const line = await startTcpFaultProxy(postgres.url)
    try {
      const product = await startApp({ port: await freePort(), env: { DATABASE_URL: line.url, DATA_DIR: dataDir } })
      const company = await createTestCompany(postgres.url, product.address, clients)
      const live = watchLive(product.address, company.people[0] ?? { cookie: '' })
      const load = startConcurrentSaves(company)
      const gaps: Outage[] = []
      for (const fault of faults) {
        await load.until(saves)
        const gap = await causeOutage({ line, load, fault, seconds, address: product.address, clients })
        await live.more()
        gaps.push(gap)
        print(`${fault} for ${seconds} s, back after ${(gap.backAfter / 1000).toFixed(1)} s`)
      }
      await load.until(saves)
      await load.rest()
      live.stop()
      const { ledger } = load
      for (const wrong of ledger.wrong.slice(0, 5)) print(wrong)
      const lost = {
        ...(await countLosses(company, ledger, join(dataDir, 'files'))),
        'moments at which the process called itself unhealthy': gaps.reduce((sum, { unhealthy }) => sum + unhealthy, 0),
      }
      await company.database.close()
      await product.stop()
      return {
        tried: {
          gaps: gaps.length,
          'saves acknowledged': ledger.acknowledged,
          'answers that it is not ready': ledger.unserved.NOT_READY ?? 0,
        },
        lost,
        figures: {
          'each gap': `${seconds} s`,
          'longest until saves were acknowledged again': inSeconds(gaps.map(({ backAfter }) => backAfter)),
          'longest until /readyz said so': inSeconds(gaps.map(({ notReadyAfter }) => notReadyAfter)),
          'longest wait for an answer': inSeconds([ledger.longestWait]),
          'answers meanwhile': Object.entries(ledger.unserved)
            .map(([code, times]) => `${code} ${times}`)
            .join(', '),
        },
      }
    } finally {
      await line.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
}

const inSeconds = (milliseconds: number[]): string => `${(Math.max(...milliseconds) / 1000).toFixed(1)} s`

type OutageOptions = {
  line: TcpFaultProxy
  load: ConcurrentSaves
  fault: Fault
  seconds: number
  address: string
  clients: number
}

async function causeOutage({ line, load, fault, seconds, address, clients }: OutageOptions): Promise<Outage> {
  const status = (path: string) => fetch(`${address}${path}`).then((answer) => answer.status)
  const gone = performance.now()
  if (fault === 'cut') await line.cut()
  else line.silence()
  while ((await status('/readyz')) !== 503) continue
  const notReadyAfter = performance.now() - gone
  let unhealthy = 0
  while (performance.now() - gone < seconds * 1000) {
    if ((await status('/healthz')) !== 200) unhealthy += 1
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await line.restore()
  const mended = performance.now()
  // At most one request per client was in flight when the connection was restored.
  await load.until(clients + 1)
  const backAfter = performance.now() - mended
  while ((await status('/readyz')) !== 200) continue
  return { backAfter, notReadyAfter, unhealthy }
}
