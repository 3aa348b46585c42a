import { DomainError } from '@gya/domain/errors.ts'
import { stepDefinition } from '@gya/domain/features/timeline/steps.ts'
import type { Change, Reason, Step, StepState, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { PropertyStep } from '../../../db/schema.ts'

export type StepRow = Omit<Selectable<PropertyStep>, 'company_id' | 'property_id'>

/** A step as the rules know it. What never changes comes from the step definitions. */
export function toStep(row: StepRow): Step {
  const definition = stepDefinition(row.key)
  if (!definition) throw new DomainError('STEP_NOT_FOUND')
  return {
    ...definition,
    title: row.title,
    description: row.description,
    daysToComplete: row.days_to_complete,
    state: row.state as StepState,
    startedOn: row.started_on,
    completedOn: row.completed_on,
    blockedOn: row.blocked_on,
    dueOn: row.due_on,
    dueReason: row.due_reason ?? '',
    wasAutoSetToInProgress: row.was_auto_set_to_in_progress,
    because: row.because as Reason | null,
    actioned: row.actioned,
    updatedOn: row.updated_on,
    survey: row.survey_date
      ? {
          date: row.survey_date,
          contactPOC: row.survey_contact_poc,
          reference: row.survey_reference ?? '',
          awaitingReports: row.survey_awaiting_reports ?? false,
        }
      : null,
  }
}

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

type PropertyIds = { companyId: string; propertyId: string }

export const insertSteps = (db: Db, { companyId, propertyId }: PropertyIds, timeline: Timeline) =>
  db
    .insertInto('property_step')
    .values(timeline.map((step) => toStepRow(companyId, propertyId, step)))
    .execute()

/** Deletes removed surveys and upserts every other changed step. */
export async function saveStepChanges(db: Db, { companyId, propertyId }: PropertyIds, changes: readonly Change[]): Promise<void> {
  const removed = changes.filter((change) => change.after === null).map((change) => change.key)
  const kept = changes.flatMap((change) => (change.after ? [toStepRow(companyId, propertyId, change.after)] : []))
  const removing = db
    .deleteFrom('property_step')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('key', 'in', removed)
  const columns = Object.keys(kept[0] ?? {}).filter((name) => !['company_id', 'property_id', 'key'].includes(name))
  const keeping = db
    .insertInto('property_step')
    .values(kept)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'property_id', 'key'])
        .doUpdateSet(Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]))),
    )
  if (removed.length > 0) await removing.execute()
  if (kept.length > 0) await keeping.execute()
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
