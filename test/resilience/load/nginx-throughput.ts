import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { percentile } from '../../../perf/measure.ts'
import { httpsClient, startNginx } from '../../support/nginx.ts'
import { addressOf } from '../../support/test-client.ts'
import type { Outcome, Trial } from '../../support/trial.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Office, openOffice } from './office.ts'
import { newLedger, simulateWorkday } from './workday.ts'

const clients = 16
const size = { short: { seconds: 1, warm: 1 }, long: { seconds: 10, warm: 4 } }

type Throughput = { calls: number; perSecond: number; p95: number; refused: number }

/** Requests per second through nginx, TLS included, with one and with two processes. */
export const nginxThroughput: Trial = {
  name: 'throughput through nginx',
  run: async ({ length, print }) => {
    const { seconds, warm } = size[length]
    const service = await startCluster(2)
    try {
      const office = await openOffice(service, 2)
      const paths = await createProperties(service, office)
      const carried: Throughput[] = []
      for (const processes of [1, 2]) {
        const nginx = await startNginx(service.ports.slice(0, processes))
        const through = { ...service, nginx }
        try {
          await readAtOnce(through, office, paths, warm)
          carried.push(await readAtOnce(through, office, paths, seconds))
        } finally {
          await nginx.stop()
        }
        print(`${clients} clients read properties, ${processes} of 2`)
      }
      return outcomeOf(carried)
    } finally {
      await service.stop()
    }
  },
}

const outcomeOf = ([one, two]: Throughput[]): Outcome => ({
  tried: { 'calls with one process': one?.calls ?? 0, 'calls with two': two?.calls ?? 0 },
  lost: { 'calls that were not answered': (one?.refused ?? 0) + (two?.refused ?? 0) },
  figures: {
    'calls a second with one process': (one?.perSecond ?? 0).toFixed(0),
    'with two': (two?.perSecond ?? 0).toFixed(0),
    'p95 with one': `${one?.p95.toFixed(0)} ms`,
    'p95 with two': `${two?.p95.toFixed(0)} ms`,
  },
})

/** Creates properties: the result of 1.5 seconds of work by two users. */
async function createProperties({ nginx, database }: Cluster, office: Office): Promise<string[]> {
  const ends = performance.now() + 1500
  await Promise.all(
    office.workers.map((worker) =>
      simulateWorkday(nginx, { office, worker, ledger: newLedger() }, () => performance.now() > ends),
    ),
  )
  const { rows } = await database.pool.query<{ id: string }>('select id from property')
  return rows.map(({ id }) => addressOf(readProperty.path, { ...office.branch, propertyId: id }))
}

/** Clients with one connection and address each that send the next request immediately. */
async function readAtOnce({ nginx }: Cluster, { workers }: Office, paths: string[], seconds: number): Promise<Throughput> {
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const read = async (number: number): Promise<void> => {
    const client = httpsClient(nginx, `127.0.2.${number + 1}`, 1)
    const headers = { authorization: `Bearer ${workers[number % workers.length]?.token}` }
    for (let turn = number; performance.now() < started + seconds * 1000; turn += 1) {
      const from = performance.now()
      const { status } = await client.send({ path: paths[turn % paths.length] ?? '', headers })
      if (status === 200) times.push(performance.now() - from)
      else refused += 1
    }
    client.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => read(number)))
  const perSecond = times.length / ((performance.now() - started) / 1000)
  return { calls: times.length, perSecond, p95: percentile(times, 0.95), refused }
}
