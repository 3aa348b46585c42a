import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../server/db/connect.ts'
import { loadProperty } from '../../server/features/properties/property.read-model.ts'
import { toReportRow } from '../../server/features/report/report-row.repository.ts'
import { dataDay } from './build.ts'

/**
 * Proves the bulk SQL honest: of a random sample of properties the derived row is worked out again by the product's own
 * code and compared, column by column, with what the builder wrote.
 * @throws Error that names the first column that differs; nothing measured on such data would count
 */
export async function checkReportRows(db: Db, sample: number, today = dataDay): Promise<void> {
  const rows = await db
    .selectFrom('property_report')
    .selectAll()
    .orderBy((order) => order.fn('random'))
    .limit(sample)
    .execute()
  for (const row of rows) {
    const whole = await loadProperty(db, { companyId: row.company_id, propertyId: row.property_id }, today)
    const { steps, open_steps, surveys, ...rest } = toReportRow(whole)
    const rebuilt: Record<string, unknown> = {
      ...rest,
      steps: JSON.parse(steps),
      open_steps: JSON.parse(open_steps),
      surveys: JSON.parse(surveys),
    }
    const written: Record<string, unknown> = row
    for (const column of new Set([...Object.keys(written), ...Object.keys(rebuilt)]))
      if (!isDeepStrictEqual(written[column], rebuilt[column]))
        throw new Error(
          `bench/data/6-report.sql does not write what reportRowOf does: property ${row.property_id}, column ${column}\n` +
            `  bulk SQL:    ${JSON.stringify(written[column])}\n  reportRowOf: ${JSON.stringify(rebuilt[column])}`,
        )
  }
}
