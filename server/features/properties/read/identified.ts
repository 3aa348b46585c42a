import { searchedIdentifiers } from '@gya/domain/features/properties/identifiers.fields.ts'
import { type RawBuilder, sql } from 'kysely'

/** Ids of the properties that have a typed number, one look-up in an index for each shape of it; null if the text has none. */
export function identified(companyId: string, text: string): RawBuilder<unknown> | null {
  const { uprn, titleNumber, epcNumber } = searchedIdentifiers(text)
  const having = [
    ...(uprn === null ? [] : [sql`i.uprn = ${uprn}::bigint`]),
    ...(titleNumber === null ? [] : [sql`i.title_numbers @> array[${titleNumber}] and i.title_numbers <> '{}'`]),
    ...(epcNumber === null ? [] : [sql`i.epc_number = ${epcNumber}`]),
  ]
  if (having.length === 0) return null
  return sql.join(
    having.map(
      (has) => sql`select i.id from property i where i.company_id = ${companyId}::uuid and i.deleted_on is null and ${has}`,
    ),
    sql` union all `,
  )
}
