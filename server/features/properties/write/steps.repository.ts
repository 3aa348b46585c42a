import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Change, Step, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'

export const toStepRow = (companyId: string, propertyId: string, step: Step) => ({
  company_id: companyId,
  property_id: propertyId,
  key: step.key,
  state: step.state,
  title: step.title,
  description: step.description,
  days_to_complete: step.daysToComplete,
  started_on: step.startedOn,
  completed_on: step.completedOn,
  blocked_on: step.blockedOn,
  due_on: step.dueOn ?? null,
  due_reason: step.dueOn ? step.dueReason : null,
  was_auto_set_to_in_progress: step.wasAutoSetToInProgress,
  because: step.because ? JSON.stringify(step.because) : null,
  actioned: step.actioned,
  survey_date: step.survey?.date ?? null,
  survey_contact_poc: step.survey?.contactPOC ?? null,
  survey_reference: step.survey?.reference ?? null,
  survey_awaiting_reports: step.survey?.awaitingReports ?? null,
  updated_on: step.updatedOn,
})

export const insertSteps = (db: Db, { companyId, propertyId }: PropertyIds, timeline: Timeline) =>
  db
    .insertInto('property_step')
    .values(timeline.map((step) => toStepRow(companyId, propertyId, step)))
    .execute()

/** Deletes removed surveys and upserts every other changed step. */
export const saveStepChanges = (db: Db, { companyId, propertyId }: PropertyIds, changes: readonly Change[]): Promise<void> =>
  saveStepsOfProperties(db, companyId, [{ propertyId, changes }])

/** The same for several properties, with two statements at most. */
export async function saveStepsOfProperties(
  db: Db,
  companyId: string,
  changed: readonly { propertyId: string; changes: readonly Change[] }[],
): Promise<void> {
  const all = changed.flatMap(({ propertyId, changes }) => changes.map((change) => ({ propertyId, ...change })))
  const removed = all.filter(({ after }) => after === null)
  const rows = all.flatMap(({ propertyId, after }) =>
    after ? [{ ...toStepRow(companyId, propertyId, after), because: after.because }] : [],
  )
  if (removed.length > 0)
    await sql`
      delete from property_step s
      using unnest(${removed.map(({ propertyId }) => propertyId)}::uuid[], ${removed.map(({ key }) => key)}::int[]) as r (property_id, key)
      where s.company_id = ${companyId} and s.property_id = r.property_id and s.key = r.key`.execute(db)
  const [first] = rows
  if (first) await db.executeQuery(upsertSteps({ columns: Object.keys(first), rows: JSON.stringify(rows) }))
}

type Rows = { columns: readonly string[]; rows: string }

const upsertSteps = prepareStatement('save-steps', (db, { rows }: Rows, { columns }) => {
  const changed = columns.filter((name) => !['company_id', 'property_id', 'key'].includes(name))
  return sql`
    insert into property_step (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => sql.ref(name)))} from jsonb_populate_recordset(null::property_step, ${rows}::jsonb)
    on conflict (company_id, property_id, key) do update
    set ${sql.join(changed.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.compile(db)
})

/** Those of the points of contact that belong to the company, locked against deletion. */
export async function findPocs(db: Db, companyId: string, pocIds: readonly string[]): Promise<string[]> {
  if (pocIds.length === 0) return []
  const rows = await db
    .selectFrom('company_contact_poc as p')
    .innerJoin('company_contact as k', (join) =>
      join.onRef('k.company_id', '=', 'p.company_id').onRef('k.id', '=', 'p.contact_id').on('k.deleted_on', 'is', null),
    )
    .select('p.id')
    .where('p.company_id', '=', companyId)
    .where(sql<SqlBool>`p.id = any(${pocIds}::uuid[])`)
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}
