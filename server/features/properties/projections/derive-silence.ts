import { sql } from 'kysely'
import { deriveActionItems } from './action-items.ts'
import { type DeriveContext, deriveInChunks } from './derive-in-chunks.ts'

export type DeriveSilenceJob = { companyId: string }

/** Runs after a change of the day settings (days after which vendors and buyers are due for an update). Idempotent. */
export const deriveSilence = (context: DeriveContext, { companyId }: DeriveSilenceJob): Promise<void> =>
  deriveInChunks(
    context,
    companyId,
    sql`exists (select from action_item i where i.company_id = p.company_id and i.subject_id = p.id and i.kind = 'silence')`,
    (properties, { db }) => deriveActionItems(db, companyId, properties),
  )
