import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { readUprn } from '@gya/domain/features/properties/identifiers.fields.ts'
import type { PropertyListRow } from '@gya/domain/features/properties/properties.model.ts'
import {
  type ListExportRow,
  type ListPreset,
  type PresetCriteria,
  presetCriteria,
} from '@gya/domain/features/properties/property-list.ts'
import { openStepInfo } from '@gya/domain/features/report/report-facts.ts'
import { tidyWords } from '@gya/domain/features/sale-now/sale-now.ts'
import type { OpenStep } from '@gya/domain/features/timeline/most-urgent-step.ts'
import type { SurveySummary } from '@gya/domain/features/timeline/sale-progress.ts'
import { Phase } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'
import { coalescedCount, countQuery } from '../../db/query/coalesced-count.ts'
import { coalescedRead } from '../../db/query/coalesced-read.ts'
import { likePattern } from '../../db/query/like-pattern.ts'
import { readInChunks } from '../../db/query/read-in-chunks.ts'
import { containsText, foundByText, isNarrowSort, narrowRows, reportRows } from './read/contains-text.ts'
import { checksOpenCondition, type ExpectedFilters, expectedCondition } from './read/expected-conditions.ts'
import { loadProperties } from './read/load-property.ts'
import { type CountedBy, countFromSums } from './read/property-count.ts'
import {
  negotiatorName,
  progressorName,
  type ReportOrder,
  reportOrderBy,
  toNegotiator,
  toProgressor,
} from './read/report-row-order.ts'

/** The filters and sort order of the properties list, used by count, page and export. */
export type PropertyListFilters = ReportOrder &
  ExpectedFilters & {
    companyId: string
    /** The branches in scope, or those selected among them; null for all. */
    branchIds: string[] | null
    preset: ListPreset
    textSearch: string | undefined
    postcode?: string | undefined
    line1?: string | undefined
    uprn?: string | undefined
    excludeIds?: string[] | undefined
    /** Active, uncompleted properties for which this contact acts as solicitor. */
    solicitorId: string | undefined
  }

const all = sql<SqlBool>`true`

/** The preset as a condition on the report rows. */
const presetCondition = (
  { phases, chains, ownership, overdue, setupWarnings, pendingOffers, toTidy, checksOpen }: PresetCriteria,
  today: DateOnly,
) => {
  const needs = [
    phases && sql<SqlBool>`r.phase = any(${phases}::text[])`,
    chains && sql<SqlBool>`r.chain = any(${chains}::int[])`,
    ownership && sql<SqlBool>`r.ownership = ${ownership}`,
    overdue && sql<SqlBool>`r.first_warning < ${today}`,
    setupWarnings && sql<SqlBool>`r.setup_warnings <> '{}'`,
    pendingOffers && sql<SqlBool>`r.pending_offers > 0`,
    checksOpen && checksOpenCondition(today),
    toTidy && sql<SqlBool>`r.contradicts_until > ${today}`,
  ].filter((need) => need !== undefined)
  return needs.length === 0 ? all : sql<SqlBool>`${sql.join(needs, sql` and `)}`
}

/** Whether all conditions are on company, branches, search text, or the phases, chains and ownership of the preset. */
const isPlain = (filters: PropertyListFilters): boolean => {
  const { phases: _phases, chains: _chains, ownership: _ownership, ...others }: PresetCriteria = presetCriteria(filters.preset)
  const { excludeIds, postcode, line1, uprn, solicitorId } = filters
  return (
    Object.keys(others).length === 0 &&
    expectedCondition(filters) === null &&
    [excludeIds, postcode || undefined, line1 || undefined, uprn || undefined, solicitorId].every(
      (filter) => filter === undefined,
    )
  )
}

/** Rows of `property_search` if it has all columns of the conditions and the order, otherwise of the report. */
const filteredRows = (db: Db, filters: PropertyListFilters) => {
  const { companyId, branchIds, textSearch } = filters
  const isNarrow = Boolean(textSearch) && isPlain(filters) && isNarrowSort(filters.sort)
  return (isNarrow ? narrowRows(db) : reportRows(db))
    .where('r.company_id', '=', companyId)
    .where(presetCondition(presetCriteria(filters.preset), filters.today))
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`r.branch_id = any(${branchIds}::uuid[])`))
    .$if(expectedCondition(filters) !== null, (query) => query.where(expectedCondition(filters) ?? all))
    .$if(filters.excludeIds !== undefined, (query) =>
      query.where(sql<SqlBool>`r.property_id <> all(${filters.excludeIds}::uuid[])`),
    )
    .$if(Boolean(textSearch), (query) =>
      query.where(isNarrow ? containsText(companyId, textSearch ?? '') : foundByText(companyId, textSearch ?? '')),
    )
    .$if(Boolean(filters.postcode), (query) => query.where('r.postcode', '=', filters.postcode ?? ''))
    .$if(Boolean(filters.line1), (query) => query.where('r.line1', 'ilike', likePattern(filters.line1 ?? '')))
    .$if(Boolean(filters.uprn), (query) =>
      query.where(
        sql<SqlBool>`r.property_id in (
          select u.id from property u
          where u.company_id = ${companyId} and u.uprn = ${readUprn(filters.uprn ?? '')} and u.deleted_on is null)`,
      ),
    )
    .$if(filters.solicitorId !== undefined, (query) =>
      query.where('r.phase', 'not in', ['withdrawn', 'completed']).where(
        sql<SqlBool>`exists (
            select from property_contact x
            where x.company_id = r.company_id and x.property_id = r.property_id and x.contact_id = ${filters.solicitorId ?? ''}
              and x.role in ('vendorSolicitor', 'buyerSolicitor'))`,
      ),
    )
}

const countedBy = ({ companyId, branchIds, preset }: PropertyListFilters): CountedBy => {
  const { phases, chains, ownership }: PresetCriteria = presetCriteria(preset)
  return { companyId, branchIds, phases, chains, ownership }
}

export const countProperties = (db: Db, filters: PropertyListFilters): Promise<number> => {
  const isCounted = isPlain(filters) && !filters.textSearch
  return coalescedCount(db, (isCounted && countFromSums(db, countedBy(filters))) || countQuery(filteredRows(db, filters)))
}

const rowColumns = (db: Db) =>
  db
    .selectFrom('property_report as r')
    .innerJoin('property as p', (join) => join.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.property_id'))
    .select(['r.property_id', 'r.company_id', 'r.branch_id', 'r.line1', 'r.postcode', 'r.phase'])
    .select(['r.chain', 'r.viewings', 'r.offers', 'r.asking_price', 'r.taken_on', 'r.notice_end'])
    // Subqueries, because planning these joins takes longer than running them.
    .select([
      sql<string>`(select b.name from branch b where b.company_id = r.company_id and b.id = r.branch_id)`.as('branch_name'),
      sql<string | null>`(select o.last_login from app_user o where o.id = p.owner_id)`.as('last_login'),
      progressorName.as('staff_name'),
      negotiatorName.as('negotiator_name'),
    ])
    .select(['r.warning_dates', 'r.setup_warnings', 'r.b_staff', 'r.negotiator_id', 'r.expected_exchange', 'r.exchange_moves'])
    .select(['r.expected_completion', 'r.completion_date', 'r.mortgage_offer_expires'])
    .select(['r.vendor_last_updated_on', 'r.vendor_solicitor', 'r.buyer_solicitor', 'r.open_steps', 'r.surveys'])

/** The lists of each row are read in the same statement, as a page has few rows. */
const withDetails = (rows: ReturnType<typeof rowColumns>) =>
  rows.select(['p.logo', 'p.ownership', 'p.leasehold_pack_sent', 'p.listed', 'p.createdon']).select((select) => [
    jsonArrayFrom(
      select
        .selectFrom('asking_price as a')
        .select('a.price')
        .whereRef('a.company_id', '=', 'r.company_id')
        .whereRef('a.property_id', '=', 'r.property_id')
        .orderBy('a.effective_date', 'desc')
        .orderBy('a.createdon', 'desc')
        .orderBy('a.id', 'desc'),
    ).as('asking_prices'),
    jsonArrayFrom(
      select
        .selectFrom('viewing as v')
        .select('v.viewed_on as when')
        .whereRef('v.company_id', '=', 'r.company_id')
        .whereRef('v.property_id', '=', 'r.property_id')
        .orderBy('v.viewed_on', 'desc'),
    ).as('viewed'),
    jsonArrayFrom(
      select
        .selectFrom('offer as f')
        .select('f.state')
        .whereRef('f.company_id', '=', 'r.company_id')
        .whereRef('f.property_id', '=', 'r.property_id')
        .orderBy('f.made_on', 'desc')
        .orderBy('f.createdon', 'desc')
        .orderBy('f.id', 'desc'),
    ).as('made_offers'),
    jsonArrayFrom(
      select
        .selectFrom('property_contact as x')
        .innerJoin('company_contact as c', (join) =>
          join.onRef('c.company_id', '=', 'x.company_id').onRef('c.id', '=', 'x.contact_id'),
        )
        .select(['x.role', 'c.id as _id', 'c.name'])
        .whereRef('x.company_id', '=', 'r.company_id')
        .whereRef('x.property_id', '=', 'r.property_id')
        .where('x.role', 'in', ['vendorSolicitor', 'vendorBroker']),
    ).as('parties'),
  ])

/**
 * One page of the properties list, and the total. A subquery chooses the page's rows by indexed columns; only those rows
 * are read. A search finds page and total in one pass.
 */
export async function readPropertyPage(
  db: Db,
  filters: PropertyListFilters,
  { itemsPerPage, currentPage }: PageRequest,
): Promise<{ rows: PropertyListRow[]; count: number }> {
  const page = filteredRows(db, filters)
    .select(['r.company_id', 'r.property_id'])
    .select((filters.textSearch ? sql<number>`count(*) over ()` : sql<number | null>`null::bigint`).as('total'))
    .orderBy(reportOrderBy(filters))
    .limit(itemsPerPage)
    .offset(itemsPerPage * currentPage)
  const rows = withDetails(rowColumns(db))
    .innerJoin(page.as('page'), (join) =>
      join.onRef('page.company_id', '=', 'r.company_id').onRef('page.property_id', '=', 'r.property_id'),
    )
    .select('page.total')
    .orderBy(reportOrderBy(filters))
  const counted = filters.textSearch ? null : countProperties(db, filters)
  const [read, total] = await Promise.all([coalescedRead(db, rows), counted])
  // A page beyond the last has no row that contains the total.
  const count = total ?? read[0]?.total ?? (currentPage === 0 ? 0 : await countProperties(db, filters))
  const tidy = await readTidyWords(db, filters, read)
  return { rows: read.map((row) => ({ ...toListRow(row, filters.today), ...tidy.get(row.property_id) })), count }
}

/** Why the sales of a page are to be tidied. */
async function readTidyWords(
  db: Db,
  { preset, companyId, today }: PropertyListFilters,
  rows: readonly { property_id: string }[],
): Promise<Map<string, { toTidy: string[] }>> {
  const criteria: PresetCriteria = presetCriteria(preset)
  if (criteria.toTidy !== true || rows.length === 0) return new Map()
  const ids = rows.map(({ property_id }) => property_id)
  const properties = await loadProperties(db, companyId, ids, today)
  return new Map(
    properties.map(({ detail, timeline, sale }) => [detail._id, { toTidy: tidyWords(detail, timeline, sale, today) }]),
  )
}

/** All rows of the list in order, in chunks. */
export async function* readPropertyRows(db: Db, filters: PropertyListFilters): AsyncGenerator<ListExportRow[]> {
  const choosing = filteredRows(db, filters).select('r.property_id').orderBy(reportOrderBy(filters))
  const read = (part: string[]) =>
    rowColumns(db)
      .where('r.company_id', '=', filters.companyId)
      .where(sql<SqlBool>`r.property_id = any(${part}::uuid[])`)
      .execute()
  for await (const rows of readInChunks(db, choosing, { chunk: 50, read }))
    yield rows.map((row) => toExportRow(row, filters.today))
}

type Row = Awaited<ReturnType<ReturnType<typeof rowColumns>['execute']>>[number]
type DetailedRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const openStepsOf = ({ open_steps, surveys }: Row, today: DateOnly) =>
  openStepInfo({ openSteps: open_steps as OpenStep[], surveys: surveys as SurveySummary }, today)

/** The fields that list and export share. */
const toCommonFields = (row: Row, today: DateOnly) => ({
  branch: { _id: row.branch_id, name: row.branch_name },
  address: { line1: row.line1, postcode: row.postcode },
  phase: Phase.parse(row.phase),
  takeOn: row.taken_on,
  bStaff: toProgressor(row),
  negotiator: toNegotiator(row),
  expectedExchange: row.expected_exchange,
  exchangeMoves: row.exchange_moves,
  expectedCompletion: row.expected_completion,
  completionDate: row.completion_date,
  mortgageOfferExpires: row.mortgage_offer_expires,
  vendorLastUpdatedOn: row.vendor_last_updated_on,
  vendorSolicitor: row.vendor_solicitor,
  buyerSolicitor: row.buyer_solicitor,
  warnings: row.warning_dates.filter((date) => date < today).length,
  setupWarnings: row.setup_warnings as PropertyListRow['setupWarnings'],
})

const toExportRow = (row: Row, today: DateOnly): ListExportRow => ({
  ...toCommonFields(row, today),
  chain: row.chain as ListExportRow['chain'],
  viewings: row.viewings,
  offers: row.offers,
  askingPrice: row.asking_price,
  usingApp: row.last_login !== null,
  noticeEnd: row.notice_end,
  nextStep: openStepsOf(row, today).nextStep,
})

const toListRow = (row: DetailedRow, today: DateOnly): PropertyListRow => ({
  _id: row.property_id,
  company: row.company_id,
  ...toCommonFields(row, today),
  ownership: row.ownership as PropertyListRow['ownership'],
  leaseholdPackSent: row.leasehold_pack_sent as PropertyListRow['leaseholdPackSent'],
  mi: {
    chain: row.chain as PropertyListRow['mi']['chain'],
    askingPrice: row.asking_prices,
    currentAskingPrice: row.asking_price,
    listed: row.listed,
    noticeEnd: row.notice_end,
  },
  viewings: row.viewed,
  offers: row.made_offers as PropertyListRow['offers'],
  owner: { lastLogin: row.last_login },
  contacts: { solicitor: toParty(row, 'vendorSolicitor'), mBroker: toParty(row, 'vendorBroker') },
  timeline: { info: openStepsOf(row, today) },
  logo: row.logo,
  createdon: row.createdon,
})

function toParty({ parties }: DetailedRow, role: 'vendorSolicitor' | 'vendorBroker'): PropertyListRow['contacts']['solicitor'] {
  const party = parties.find((one) => one.role === role)
  return party ? { contact: { _id: party._id, name: party.name } } : null
}
