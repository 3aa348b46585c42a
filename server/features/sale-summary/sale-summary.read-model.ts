import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { provingKinds, type SummaryEntry } from '@gya/domain/features/sale-summary/sale-summary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type SummaryRow = {
  entries: SummaryEntry[]
  attempts: Record<string, number>
  forecast: { halfBy: DateOnly | null; kind: string; words: string } | null
}

/** A sale has some hundred entries; older ones prove nothing of today. */
const mostEntries = 1000

/** Reads what proves the sentences about a sale: entries, newest first, contacts that were not answered, and the forecast of today. */
export async function readSummaryFacts(db: Db, { companyId, propertyId }: PropertyIds, today: DateOnly): Promise<SummaryRow> {
  const { rows } = await sql<SummaryRow>`
    select (select coalesce(json_agg(json_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'data', e.data) order by e.at desc, e.id desc), '[]')
       from (select id, at, kind, data from event
         where company_id = ${companyId} and property_id = ${propertyId} and kind = any(${provingKinds}::text[])
         order by at desc, id desc limit ${mostEntries}) e) as entries,
      (select coalesce(json_object_agg(s.key, s.attempts), '{}') from action_item_snooze s
       where s.company_id = ${companyId} and s.subject_id = ${propertyId}) as attempts,
      (select json_build_object('halfBy', f.half_by, 'kind', f.decides ->> 'kind', 'words', f.decides ->> 'words') from sale_forecast f
       where f.company_id = ${companyId} and f.property_id = ${propertyId} and f.on_day = ${today}) as forecast`.execute(db)
  return rows[0] ?? { entries: [], attempts: {}, forecast: null }
}
