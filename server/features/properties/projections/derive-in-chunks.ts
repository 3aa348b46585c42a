import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../../db/pool.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type LoadedProperty, loadProperties } from '../read/load-property.ts'
import { lockLiveProperties } from '../write/properties.repository.ts'

export type DeriveContext = { database: Database; clock: Clock }

/** Number of properties read at a time. */
const chunk = 500
/** Properties locked at a time. */
const propertiesPerLock = 20

type Derive = (properties: readonly LoadedProperty[], place: { db: Db; today: DateOnly }) => Promise<void>

/** Derives something of the properties `p` of a company that meet a condition again: a few at a time, so that a save never waits long. */
export async function deriveInChunks(
  context: DeriveContext,
  companyId: string,
  only: RawBuilder<SqlBool>,
  derive: Derive,
): Promise<void> {
  const { database, clock } = context
  let last: string | null = null
  for (let ids = await nextChunk(database, companyId, last, only); ids.length > 0; ) {
    for (let from = 0; from < ids.length; from += propertiesPerLock)
      await database.db.transaction().execute(async (db) => {
        const today = londonDay(clock.now())
        const locked = await lockLiveProperties(db, companyId, { ids: ids.slice(from, from + propertiesPerLock) })
        await derive(await loadProperties(db, companyId, locked, today), { db, today })
      })
    last = ids.at(-1) ?? null
    ids = await nextChunk(database, companyId, last, only)
  }
}

/** The next properties of a company in the order of their ids. */
async function nextChunk(
  { db }: Database,
  companyId: string,
  after: string | null,
  only: RawBuilder<SqlBool>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from property p
    where p.company_id = ${companyId}::uuid and p.deleted_on is null and (${after}::uuid is null or p.id > ${after}::uuid) and ${only}
    order by p.id limit ${chunk}`.execute(db)
  return rows.map(({ id }) => id)
}
