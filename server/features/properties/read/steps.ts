import { DomainError } from '@gya/domain/error-catalogue.ts'
import { stepDefinition } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Reason, Step, StepState } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Selectable } from 'kysely'
import type { PropertyStep } from '../../../db/schema.ts'

export type StepRow = Omit<Selectable<PropertyStep>, 'company_id' | 'property_id'>

/** A step as used by the rules. Unchanging data comes from the step definitions. */
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
