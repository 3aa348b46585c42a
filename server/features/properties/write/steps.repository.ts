import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Change, Step, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

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
export async function saveStepChanges(db: Db, { companyId, propertyId }: PropertyIds, changes: readonly Change[]): Promise<void> {
  const removed = changes.filter((change) => change.after === null).map((change) => change.key)
  const rows = changes.flatMap((change) => (change.after ? [toStepRow(companyId, propertyId, change.after)] : []))
  const removing = db
    .deleteFrom('property_step')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('key', 'in', removed)
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !['company_id', 'property_id', 'key'].includes(name))
  const keeping = db
    .insertInto('property_step')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'property_id', 'key'])
        .doUpdateSet(Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]))),
    )
  if (removed.length > 0) await removing.execute()
  if (rows.length > 0) await keeping.execute()
}

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
