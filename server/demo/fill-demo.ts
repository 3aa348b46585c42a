import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '../db/pool.ts'
import type { Clock } from '../infra/clock.ts'
import { hashPassword } from '../infra/secrets.ts'
import { momentOf } from './calendar.ts'
import { demoPassword, demoSignIns } from './company.ts'
import { insertDemo } from './insert-demo.ts'

const lockKey = 4_729_002

/**
 * Fills an empty database (one without any account) with the demo company, in one transaction and under an advisory lock,
 * so that of several processes that start at once one fills and the others wait. True when the database is a demo
 * database, filled now or before; false, with nothing written, when it holds other data.
 */
export async function fillDemo(database: Database, clock: Clock, say: (line: string) => void): Promise<boolean> {
  return database.db.transaction().execute(async (db) => {
    await lock(db)
    if (await isDemo(db)) return true
    const [anybody] = await db.selectFrom('app_user').select('id').limit(1).execute()
    if (anybody) return false
    say('Filling the database with the demo company.')
    await insertDemo(db, momentOf(clock.now()), await hashPassword(demoPassword))
    return true
  })
}

/** Of two that start at once the second waits for all that the first writes, longer than a statement may take. */
async function lock(db: Db): Promise<void> {
  const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as locked`
  while (!(await tryLock.execute(db)).rows[0]?.locked) await setTimeout(250)
}

const isDemo = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('email', '=', demoSignIns[0].email).executeTakeFirst()) !== undefined
