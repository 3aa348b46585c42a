import type { ReportSort } from '@gya/domain/features/report/report-columns.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { hasWordsOf } from '../../../db/query/like-pattern.ts'
import { identified } from './identified.ts'

/** Whether `r`, or another alias of `property_search`, has all words of a text, or is the property that a typed number identifies. */
export function containsText(companyId: string, text: string, alias = 'r') {
  const hasWords = hasWordsOf(sql.ref(`${alias}.search_text`), text)
  const known = identified(companyId, text)
  return known === null ? hasWords : sql<SqlBool>`(${hasWords} or ${sql.ref(`${alias}.property_id`)} = any(array(${known})))`
}

/** The rows from which a list selects its page: `property_report as r`. */
export const reportRows = (db: Db) => db.selectFrom('property_report as r')

/** Orders whose columns `property_search` has. */
export const isNarrowSort = (sort: ReportSort): boolean => sort === 'address' || sort === 'saleProgress'

/** `property_search as r`, whose columns are a subset of the report's with the same names; for conditions that use only those. */
export const narrowRows = (db: Db) => db.selectFrom('property_search as r') as unknown as ReturnType<typeof reportRows>

/** Report rows whose text contains `text`. For columns that `property_search` has, the conditions on `q` repeat those on `r`. */
export const foundByText = (companyId: string, text: string, conditions: readonly ReturnType<typeof sql<SqlBool>>[] = []) =>
  sql<SqlBool>`r.property_id in (select q.property_id from property_search q where ${sql.join(
    [sql`q.company_id = ${companyId}`, containsText(companyId, text, 'q'), ...conditions],
    sql` and `,
  )})`
