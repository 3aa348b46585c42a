import { londonDay } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import type { Existing } from '@gya/domain/features/imports/decide-row.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * Fields of properties that were changed manually after their last import: "those are listed 'Kept: changed here on 12/11/2026 by …'".
 * [connect §1.3](docs/design/connect.md#1.3), rule 5. Read from the record.
 */
export async function findManualChanges(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
): Promise<Map<string, Existing['changedHere']>> {
  const { rows } = await sql<{ propertyId: string; kind: string; data: EventData; at: string; by: string | null }>`
    select e.property_id as "propertyId", e.kind, e.data, e.at, u.first_name || ' ' || u.last_name as by
    from unnest(${propertyIds}::uuid[]) p (id)
    cross join lateral (
      select i.at, i.id from event i
      where i.company_id = ${companyId} and i.property_id = p.id and i.kind = 'imported' order by i.at desc, i.id desc limit 1) last
    join event e on e.company_id = ${companyId} and e.property_id = p.id and (e.at, e.id) > (last.at, last.id) and e.via <> 'import'
    left join app_user u on u.id = e.user_id
    order by e.at, e.id`.execute(db)
  const changes = new Map<string, Record<string, { by: string; on: string }>>()
  for (const { propertyId, kind, data, at, by } of rows) {
    const fields = changes.get(propertyId) ?? {}
    for (const field of fieldsOf(kind, data)) fields[field] = { by: by ?? 'GYA', on: londonDay(at) }
    changes.set(propertyId, fields)
  }
  return changes
}

const addressFields = ['line1', 'line2', 'town', 'county', 'postcode']
const priceFields = ['askingPrice', 'priceOption', 'priceFrom']

const partyFields: Readonly<Record<string, readonly string[]>> = {
  solicitor: ['vendorSolicitor', 'vendorSolicitorPerson'],
  mBroker: ['vendorBroker', 'vendorBrokerPerson'],
  'buyerDetails.solicitor': ['buyerSolicitor', 'buyerSolicitorPerson'],
  'buyerDetails.mBroker': ['buyerBroker', 'buyerBrokerPerson'],
  'buyerDetails.buyer.name': ['buyerName'],
}

/** Fields of an import that an entry of the record has changed. */
function fieldsOf(kind: string, data: EventData): readonly string[] {
  const named = Array.isArray(data.fields) ? data.fields.map(String) : []
  switch (kind) {
    case 'property-edited':
      return named.flatMap((field) => (field === 'address' ? addressFields : [field]))
    case 'management-info-saved':
      return named
    case 'notice-given':
    case 'notice-withdrawn':
      return ['noticeGiven', 'noticeDays']
    case 'withdrawn':
    case 'reinstated':
      return ['withdrawnOn']
    case 'progressor-assigned':
      return ['bStaff']
    case 'negotiator-assigned':
      return ['negotiator']
    case 'asking-price-added':
    case 'asking-price-updated':
    case 'asking-price-removed':
      return priceFields
    case 'contacts-saved':
      return named.flatMap((field) => partyFields[field] ?? [])
    case 'sold-price-saved':
      return ['agreedPrice']
    case 'offer-amended':
      return ['agreedPrice', ...offerFieldsOf(data, 'amount')]
    case 'offer-updated':
      return ['buyerName', ...offerFieldsOf(data)]
    case 'offer-acceptance-dated':
      return ['acceptedOn', ...offerFieldsOf(data, 'acceptedOn')]
    case 'offer-accepted':
    case 'offer-rejected':
    case 'offer-pending':
    case 'offer-withdrawn':
      return offerFieldsOf(data, 'state', 'acceptedOn')
    case 'completion-date-set':
      return ['completionDate']
    case 'expected-exchange-set':
      return ['expectedExchange']
    case 'expected-completion-set':
      return ['expectedCompletion']
    case 'mortgage-expiry-set':
      return ['mortgageOfferExpires']
    case 'step-changed':
      return stepFieldsOf(Number(data.key))
    default:
      return []
  }
}

/** The key of a field of one of several offers: `<id of the offer>.<field>`. */
function offerFieldsOf(data: EventData, ...always: string[]): string[] {
  const changes = Array.isArray(data.changes) ? (data.changes as { field?: unknown }[]) : []
  return [...always, ...changes.map(({ field }) => String(field))].map((field) => `${String(data.offerId)}.${field}`)
}

const stepFieldsOf = (key: number): string[] => [
  ...['done', 'started', 'state'].map((part) => `step.${key}.${part}`),
  ...(key === 1 ? ['takenOn'] : key === 2 ? ['launchedOn'] : []),
]
