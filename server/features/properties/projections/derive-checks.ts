import { sql } from 'kysely'
import { deriveCustomers } from '../write/property-effects.ts'
import { deriveActionItems } from './action-items.ts'
import { type DeriveContext, deriveInChunks } from './derive-in-chunks.ts'
import { updateChecksInReport } from './report-row.ts'

export type DeriveChecksJob = { companyId: string }

/**
 * What Today, report and register list by the customer checks of sales, after a change of the settings of the sale's file and after the upgrade
 * that brought it. Idempotent.
 */
export const deriveChecks = (context: DeriveContext, { companyId }: DeriveChecksJob): Promise<void> =>
  deriveInChunks(context, companyId, sql`p.active`, async (properties, place) => {
    await deriveActionItems(place.db, companyId, properties)
    await updateChecksInReport(place.db, companyId, properties)
    await deriveCustomers(properties, place)
  })
