import type { Instant } from '@gya/domain/common/dates.ts'
import {
  defaultMayContactWords,
  type FallOffParty,
  type FallOffReason,
  starterReasons,
} from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

const listOf = (db: Db, companyId: string) =>
  db
    .selectFrom('fall_off_reason_list')
    .select(['may_contact_words', 'version', 'createdon', 'updatedon', 'updated_by'])
    .where('company_id', '=', companyId)

type Reasons = { reasons: FallOffReason[]; mayContactWords: string; version: number }

/** The reasons of a company; the initial ones if it never changed them. */
export async function findFallOffReasons(db: Db, companyId: string): Promise<Reasons> {
  const { rows } = await sql<FallOffReason>`
    select r.id as "_id", r.name, r.party, r.active, exists (select from fall_off f
      where f.company_id = ${companyId}::uuid and f.reason_id = r.id) as used
    from fall_off_reason r where r.company_id = ${companyId}::uuid order by r.position, r.id`.execute(db)
  const list = await listOf(db, companyId).executeTakeFirst()
  return {
    reasons: rows.length > 0 ? rows : starterReasons.map((reason) => ({ ...reason, used: false })),
    mayContactWords: list?.may_contact_words ?? defaultMayContactWords,
    version: list?.version ?? 1,
  }
}

/** Stores the initial reasons of a company that never changed its list, because fall-offs refer to rows. */
export async function insertStarterReasons(db: Db, companyId: string): Promise<void> {
  await sql`
    insert into fall_off_reason (company_id, id, name, party, position)
    select ${companyId}::uuid, s.id, s.name, s.party, s.position
    from jsonb_to_recordset(${JSON.stringify(
      starterReasons.map(({ _id, name, party }, position) => ({ id: _id, name, party, position })),
    )}::jsonb) s (id uuid, name text, party text, position int)
    where not exists (select from fall_off_reason r where r.company_id = ${companyId}::uuid)
    on conflict do nothing`.execute(db)
}

/** Locks the list; creates it with the initial reasons if the company never changed it. */
export async function lockFallOffReasons(db: Db, companyId: string, now: Instant) {
  await db
    .insertInto('fall_off_reason_list')
    .values({ company_id: companyId, may_contact_words: defaultMayContactWords, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await listOf(db, companyId).forUpdate().executeTakeFirstOrThrow()
  await insertStarterReasons(db, companyId)
  return row
}

/** A reason of the company. Hidden ones are accepted, because a form may have been open meanwhile. */
export async function findFallOffReason(
  db: Db,
  companyId: string,
  reasonId: string,
): Promise<{ _id: string; name: string; party: FallOffParty } | undefined> {
  if (starterReasons.some(({ _id }) => _id === reasonId)) await insertStarterReasons(db, companyId)
  const row = await db
    .selectFrom('fall_off_reason')
    .select(['id', 'name', 'party'])
    .where('company_id', '=', companyId)
    .where('id', '=', reasonId)
    .executeTakeFirst()
  return row && { _id: row.id, name: row.name, party: row.party as FallOffParty }
}

type ReasonRow = { _id: string; name: string; party: FallOffParty; active: boolean }

/** Saves the list in this order. Omitted reasons are deleted or, if they are used by a sale, hidden. */
export async function replaceFallOffReasons(
  db: Db,
  companyId: string,
  { reasons, mayContactWords }: { reasons: readonly ReasonRow[]; mayContactWords: string },
  saved: { now: Instant; userId: string },
): Promise<void> {
  const kept = reasons.map(({ _id }) => _id)
  await sql`
    delete from fall_off_reason r where r.company_id = ${companyId}::uuid and not r.id = any(${kept}::uuid[])
      and not exists (select from fall_off f where f.company_id = ${companyId}::uuid and f.reason_id = r.id)`.execute(db)
  await sql`
    update fall_off_reason r set active = false, position = ${reasons.length} + r.position
    where r.company_id = ${companyId}::uuid and not r.id = any(${kept}::uuid[])`.execute(db)
  await sql`
    insert into fall_off_reason (company_id, id, name, party, position, active)
    select ${companyId}::uuid, s.id, s.name, s.party, s.position, s.active
    from jsonb_to_recordset(${JSON.stringify(
      reasons.map(({ _id, ...reason }, position) => ({ ...reason, id: _id, position })),
    )}::jsonb) s (id uuid, name text, party text, position int, active boolean)
    on conflict (company_id, id) do update
      set name = excluded.name, party = excluded.party, position = excluded.position, active = excluded.active`.execute(db)
  await db
    .updateTable('fall_off_reason_list')
    .set((set) => ({
      may_contact_words: mayContactWords,
      version: set('version', '+', 1),
      updatedon: saved.now,
      updated_by: saved.userId,
    }))
    .where('company_id', '=', companyId)
    .execute()
}
