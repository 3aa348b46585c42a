import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ActionItemRef } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'

export type SnoozeRow = {
  until: Instant
  reason: string
  conversation_id: string | null
  attempts: number
  set_by: string
  set_on: Instant
}

export type LockedItem = {
  subjectId: string
  key: string
  kind: string
  dueOn: DateOnly
  description: string
  /** `null` for a task without a sale. */
  propertyId: string | null
  line1: string | null
  snooze: SnoozeRow | null
}

/**
 * Locks the properties or tasks of action items and returns the items. Throws NOT_FOUND if a property or task is out of scope, and
 * ACTION_GONE if an item was settled.
 */
export async function lockActionItems(
  { db, caller }: { db: Db; caller: Caller },
  companyId: string,
  refs: readonly ActionItemRef[],
): Promise<LockedItem[]> {
  const subjectIds = [...new Set(refs.map(({ subjectId }) => subjectId))]
  const properties = await lockPropertiesInScope({ db, caller }, companyId, subjectIds)
  const line1Of = new Map(properties.map(({ id, line1 }) => [id, line1]))
  const taskIds = subjectIds.filter((id) => !line1Of.has(id))
  const tasks = taskIds.length > 0 ? await lockOwnTasks(db, companyId, taskIds, caller) : []
  if (tasks.length < taskIds.length) throw new DomainError('NOT_FOUND')
  const found = new Map((await findItems(db, companyId, refs)).map((row) => [`${row.subject_id} ${row.key}`, row]))
  return refs.map(({ subjectId, key }) => {
    const row = found.get(`${subjectId} ${key}`)
    if (!row) throw new DomainError('ACTION_GONE')
    const { kind, due_on: dueOn, description, property_id: propertyId, snooze } = row
    return {
      subjectId,
      key,
      kind,
      dueOn,
      description,
      propertyId,
      line1: line1Of.get(subjectId) ?? null,
      snooze: snooze && normalizeSnooze(snooze),
    }
  })
}

/** "A task of no sale is seen by its assignee, its maker and company admins." */
const lockOwnTasks = (db: Db, companyId: string, ids: readonly string[], { userId, type }: Caller) =>
  db
    .selectFrom('task')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .where('property_id', 'is', null)
    .$if(!reachesAllBranches(type), (query) =>
      query.where((is) => is.or([is('assignee_id', '=', userId), is('created_by', '=', userId)])),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** The row `s` of `action_item_snooze` as a SnoozeRow. */
export const snoozeColumns = sql`to_jsonb(s) - '{company_id,subject_id,key}'::text[]`

type ItemRow = {
  subject_id: string
  key: string
  kind: string
  due_on: DateOnly
  description: string
  property_id: string | null
  snooze: SnoozeRow | null
}

const findItems = async (db: Db, companyId: string, refs: readonly ActionItemRef[]): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`
    select i.subject_id, i.key, i.kind, i.due_on, i.description, i.property_id,
      case when s.key is not null then ${snoozeColumns} end as snooze
    from unnest(${refs.map(({ subjectId }) => subjectId)}::uuid[], ${refs.map(({ key }) => key)}::text[]) as r (subject_id, key)
    join action_item i on i.company_id = ${companyId} and i.subject_id = r.subject_id and i.key = r.key
    left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key`.execute(db)
  return rows
}

/** Instants in PostgreSQL's JSON have a UTC offset and microseconds. */
export const normalizeSnooze = (row: SnoozeRow): SnoozeRow => ({
  ...row,
  until: new Date(row.until).toISOString(),
  set_on: new Date(row.set_on).toISOString(),
})

/** In the order of their ids, so that concurrent changes do not deadlock. */
function lockPropertiesInScope({ db, caller }: { db: Db; caller: Caller }, companyId: string, ids: readonly string[]) {
  const branchIds = branchesInScope(caller)
  return db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['p.id', 'p.line1'])
    .where('p.company_id', '=', companyId)
    .where(sql<SqlBool>`p.id = any(${ids}::uuid[])`)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`p.branch_id = any(${branchIds}::uuid[])`))
    .orderBy('p.id')
    .forUpdate('p')
    .execute()
}
