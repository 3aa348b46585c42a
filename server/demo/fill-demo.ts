import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '../db/pool.ts'
import type { Clock } from '../infra/clock.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import { hashPassword } from '../infra/secrets.ts'
import { registerEffects } from '../register-effects.ts'
import { demoPassword, demoSignIns } from './company.ts'
import { insertDemo } from './insert-demo.ts'
import { momentOf } from './workdays.ts'

const lockKey = 4_729_002

/**
 * Fills an empty database (without accounts) with the demo company, in one transaction and under an advisory lock, so that of
 * several starting processes one fills it and the others wait. Returns true for a demo database; false, without writing, if it
 * contains other data.
 */
export async function fillDemo(
  database: Database,
  clock: Clock,
  print: (line: string) => void,
  { files = null, publicUrl = '' }: { files?: FileStore | null; publicUrl?: string } = {},
): Promise<boolean> {
  // Its sales are saved before the app is built.
  registerEffects()
  return database.db.transaction().execute(async (db) => {
    await lock(db)
    if (await isDemo(db)) return true
    const [anybody] = await db.selectFrom('app_user').select('id').limit(1).execute()
    if (anybody) return false
    print('Filling the database with the demo company')
    await insertDemo(db, momentOf(clock.now()), { passwordHash: await hashPassword(demoPassword), files, publicUrl })
    return true
  })
}

/** The second process waits for the first one's transaction, longer than the statement timeout. */
async function lock(db: Db): Promise<void> {
  const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as locked`
  while (!(await tryLock.execute(db)).rows[0]?.locked) await setTimeout(250)
}

const isDemo = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('email', '=', demoSignIns[0].email).executeTakeFirst()) !== undefined
