import { openPool } from '../../db/pool.ts'
import { systemClock } from '../../infra/clock.ts'
import { forEachIsolated } from '../for-each-isolated.ts'

/** A process that runs an item and does not end by itself. Tests kill it. */
const { DATABASE_URL = '', NOW = '', KEY = '' } = process.env
const database = openPool(DATABASE_URL, 1, () => {})
await forEachIsolated(
  { database, clock: { ...systemClock, now: () => NOW } },
  {
    job: 'sum-days',
    items: [KEY],
    idOf: (key) => ({ companyId: null, key }),
    work: () => {
      process.stdout.write('running\n')
      return new Promise(() => setInterval(() => {}, 60_000))
    },
  },
)
