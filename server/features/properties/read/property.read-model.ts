import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/errors.ts'
import { currentEntry } from '@gya/domain/features/asking-price/asking-price.rules.ts'
import { calculateFees, feeDeductionFor } from '@gya/domain/features/management-info/management-info.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { setupWarningsOf } from '@gya/domain/features/properties/properties.rules.ts'
import { nextWarning, warningsOf } from '@gya/domain/features/timeline/due.ts'
import { phaseOf } from '@gya/domain/features/timeline/phase.ts'
import { completedOns } from '@gya/domain/features/timeline/sale-progress.ts'
import { byDisplayOrder } from '@gya/domain/features/timeline/steps.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { toTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { type InferResult, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../../db/pool.ts'
import { toStep } from '../write/steps.repository.ts'
import { chainSql, shownInSql, toChain, type Viewer } from './property-chain.ts'
import { toPropertyContacts } from './property-contacts.ts'
import { toOwner } from './property-owner.ts'
import { normalizeSearchText } from './report-row-order.ts'

export type PropertyIds = { companyId: string; propertyId: string }

type AgencyContact = { name: string; email: string; tel: string }

/** `detail` is the response, `timeline` what the rules work on, `agencyContacts` whom the vendor contacts. */
export type LoadedProperty = {
  detail: PropertyDetail
  timeline: Timeline
  searchText: string
  agencyContacts: { branch: AgencyContact; contact: AgencyContact }
}

/** PostgreSQL's JSON has instants with an offset, the API with Z. */
const toInstant = (text: string): string => new Date(text).toISOString()

const propertyQuery = (db: Db, companyId: string) =>
  db
    .selectFrom('property as p')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('app_user as o', 'o.id', 'p.owner_id')
    .leftJoin('app_user as s', 's.id', 'p.b_staff')
    .selectAll('p')
    .select([
      'c.name as company_name',
      'c.fee_deduction as company_deduction',
      'c.notice_period_in_days',
      'b.name as branch_name',
      'b.email as branch_email',
      'b.tel as branch_tel',
      'b.use_branch_deduction',
      'b.fee_deduction as branch_deduction',
    ])
    .select([
      'o.first_name',
      'o.last_name',
      'o.email',
      'o.tel',
      'o.contact_by_email',
      'o.contact_by_push',
      'o.last_login',
      'o.email_verified',
      'o.pending_email',
      'o.version as owner_version',
    ])
    .select([
      's.first_name as staff_first_name',
      's.last_name as staff_last_name',
      's.email as staff_email',
      's.tel as staff_tel',
      's.avatar as staff_avatar',
      's.deleted_on as staff_deleted_on',
    ])
    .select([chainSql.as('chain_items'), shownInSql.as('shown_in')])
    .select((select) => [
      jsonArrayFrom(
        select
          .selectFrom('property_step as t')
          .leftJoin('company_contact_poc as k', (join) =>
            join.onRef('k.company_id', '=', 't.company_id').onRef('k.id', '=', 't.survey_contact_poc'),
          )
          .leftJoin('company_contact as c', (join) =>
            join.onRef('c.company_id', '=', 'k.company_id').onRef('c.id', '=', 'k.contact_id'),
          )
          .selectAll('t')
          .select(['k.name as survey_poc_name', 'c.name as survey_contact_name'])
          .whereRef('t.company_id', '=', 'p.company_id')
          .whereRef('t.property_id', '=', 'p.id'),
      ).as('steps'),
      jsonArrayFrom(
        select
          .selectFrom('asking_price as a')
          .select(['a.id', 'a.price', 'a.effective_date', 'a.price_option', 'a.createdon'])
          .whereRef('a.company_id', '=', 'p.company_id')
          .whereRef('a.property_id', '=', 'p.id')
          .orderBy('a.effective_date', 'desc')
          .orderBy('a.createdon', 'desc')
          .orderBy('a.id', 'desc'),
      ).as('asking_prices'),
      jsonArrayFrom(
        select
          .selectFrom('offer as f')
          .selectAll('f')
          .select((inner) =>
            jsonArrayFrom(
              inner
                .selectFrom('offer_amount as h')
                .select(['h.amount', 'h.note', 'h.createdon'])
                .whereRef('h.company_id', '=', 'f.company_id')
                .whereRef('h.offer_id', '=', 'f.id')
                .orderBy('h.position', 'desc'),
            ).as('history'),
          )
          .whereRef('f.company_id', '=', 'p.company_id')
          .whereRef('f.property_id', '=', 'p.id')
          .orderBy('f.made_on', 'desc')
          .orderBy('f.createdon', 'desc')
          .orderBy('f.id', 'desc'),
      ).as('offers'),
      jsonArrayFrom(
        select
          .selectFrom('viewing as v')
          .select(['v.id', 'v.name', 'v.viewed_on', 'v.viewed_at', 'v.notes'])
          .whereRef('v.company_id', '=', 'p.company_id')
          .whereRef('v.property_id', '=', 'p.id')
          .orderBy('v.viewed_on', 'desc')
          .orderBy('v.viewed_at', (order) => order.desc().nullsLast())
          .orderBy('v.id', 'desc'),
      ).as('viewings'),
      jsonArrayFrom(
        select
          .selectFrom('relaunch as r')
          .select(['r.id', 'r.relaunched_on', 'r.notes'])
          .whereRef('r.company_id', '=', 'p.company_id')
          .whereRef('r.property_id', '=', 'p.id')
          .orderBy('r.relaunched_on', 'desc')
          .orderBy('r.id', 'desc'),
      ).as('relaunches'),
      jsonArrayFrom(
        select
          .selectFrom('referral as g')
          .select(['g.kind', 'g.referred_on'])
          .whereRef('g.company_id', '=', 'p.company_id')
          .whereRef('g.property_id', '=', 'p.id'),
      ).as('referrals'),
      jsonArrayFrom(
        select
          .selectFrom('note as n')
          .select((note) => ['n.timeline_key', note.fn.countAll<number>().as('count')])
          .whereRef('n.company_id', '=', 'p.company_id')
          .whereRef('n.property_id', '=', 'p.id')
          .groupBy('n.timeline_key'),
      ).as('notes'),
      jsonArrayFrom(
        select
          .selectFrom('document as d')
          .leftJoin('app_user as a', 'a.id', 'd.created_by')
          .select(['d.id', 'd.note', 'd.file_name', 'd.bytes', 'd.being_checked', 'd.createdon', 'd.version'])
          .select(['a.first_name as added_by_first_name', 'a.last_name as added_by_last_name'])
          .whereRef('d.company_id', '=', 'p.company_id')
          .whereRef('d.property_id', '=', 'p.id')
          .orderBy('d.createdon', 'desc')
          .orderBy('d.id', 'desc'),
      ).as('documents'),
      jsonObjectFrom(
        select
          .selectFrom('memo as e')
          .select(['e.remarks', 'e.buyer_custom', 'e.seller_custom', 'e.agents_contact'])
          .whereRef('e.company_id', '=', 'p.company_id')
          .whereRef('e.property_id', '=', 'p.id'),
      ).as('memo'),
      jsonArrayFrom(
        select
          .selectFrom('property_contact as x')
          .innerJoin('company_contact as k', (join) =>
            join.onRef('k.company_id', '=', 'x.company_id').onRef('k.id', '=', 'x.contact_id'),
          )
          .leftJoin('company_contact_poc as q', (join) =>
            join
              .onRef('q.company_id', '=', 'x.company_id')
              .onRef('q.contact_id', '=', 'x.contact_id')
              .onRef('q.id', '=', 'x.poc_id'),
          )
          .select(['x.role', 'x.contact_id', 'k.name', 'k.email', 'k.tel'])
          .select(['x.poc_id', 'q.name as poc_name', 'q.email as poc_email', 'q.tel as poc_tel'])
          .whereRef('x.company_id', '=', 'p.company_id')
          .whereRef('x.property_id', '=', 'p.id'),
      ).as('parties'),
      jsonArrayFrom(
        select
          .selectFrom('property_additional_contact as d')
          .select(['d.side', 'd.id', 'd.first_name', 'd.last_name', 'd.email', 'd.tel', 'd.memo'])
          .whereRef('d.company_id', '=', 'p.company_id')
          .whereRef('d.property_id', '=', 'p.id')
          .orderBy('d.position'),
      ).as('additional_contacts'),
      jsonArrayFrom(
        select
          .selectFrom('property_side as y')
          .select(['y.side', 'y.notes'])
          .whereRef('y.company_id', '=', 'p.company_id')
          .whereRef('y.property_id', '=', 'p.id'),
      ).as('sides'),
      jsonArrayFrom(
        select
          .selectFrom('fall_off as l')
          .select(['l.id', 'l.offer_id', 'l.buyer_name', 'l.note', 'l.createdon', 'l.restored_on'])
          .whereRef('l.company_id', '=', 'p.company_id')
          .whereRef('l.property_id', '=', 'p.id')
          .orderBy('l.createdon', 'desc')
          .orderBy('l.id', 'desc'),
      ).as('fall_offs'),
    ])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)

const onePropertyQuery = (db: Db, { companyId, propertyId }: PropertyIds) =>
  propertyQuery(db, companyId).where('p.id', '=', propertyId)

type Row = InferResult<ReturnType<typeof onePropertyQuery>>[number]

/**
 * Loads a property in one query. `today` determines warnings, phase and overdue marks. For `viewer`, linked properties out
 * of scope are redacted. Throws NOT_FOUND.
 */
export async function loadProperty(db: Db, ids: PropertyIds, today: DateOnly, viewer: Viewer = null): Promise<LoadedProperty> {
  return toProperty(await onePropertyQuery(db, ids).executeTakeFirst(), today, viewer)
}

/** The same for several properties, without missing ones. */
export async function loadProperties(
  db: Db,
  companyId: string,
  ids: readonly string[],
  today: DateOnly,
): Promise<LoadedProperty[]> {
  const rows = await propertyQuery(db, companyId).where(sql<SqlBool>`p.id = any(${ids}::uuid[])`).execute()
  return rows.map((row) => toProperty(row, today, null))
}

/** Throws NOT_FOUND without a row. */
function toProperty(row: Row | undefined, today: DateOnly, viewer: Viewer): LoadedProperty {
  if (!row) throw new DomainError('NOT_FOUND')
  const timeline = row.steps
    .map((step) => toStep({ ...step, updated_on: step.updated_on && toInstant(step.updated_on) }))
    .toSorted(byDisplayOrder)
  const offers = row.offers.map(toOffer)
  const facts = { today, completionDate: row.completion_date }
  const phase = phaseOf({ active: row.active, hasAcceptedOffer: offers.some((offer) => offer.state === 'A'), timeline })
  const contacts = toPropertyContacts(row)
  const detail: PropertyDetail = {
    _id: row.id,
    name: row.line1,
    company: { _id: row.company_id, name: row.company_name },
    branch: { _id: row.branch_id, name: row.branch_name },
    address: {
      line1: row.line1,
      line2: row.line2,
      town: row.town,
      county: row.county,
      country: row.country,
      postcode: row.postcode,
    },
    phase,
    boardStatus: row.board_status as 0 | 1,
    ownership: row.ownership as PropertyDetail['ownership'],
    leaseholdPackSent: row.leasehold_pack_sent as PropertyDetail['leaseholdPackSent'],
    bedrooms: row.bedrooms,
    active: row.active,
    logo: row.logo,
    owner: toOwner({ ...row, id: row.owner_id, version: row.owner_version }),
    buyer: contacts.buyerDetails.buyer,
    contacts,
    setupWarnings: setupWarningsOf({
      phase,
      ownership: row.ownership as PropertyDetail['ownership'],
      leaseholdPackSent: row.leasehold_pack_sent as PropertyDetail['leaseholdPackSent'],
      hasVendorSolicitor: contacts.solicitor !== null,
      hasVendorBroker: contacts.mBroker !== null,
    }),
    mi: toManagementInfo(row, today),
    offers,
    viewings: row.viewings.map((v) => ({
      _id: v.id,
      name: v.name,
      when: v.viewed_on,
      time: v.viewed_at?.slice(0, 5) ?? null,
      notes: v.notes,
    })),
    relaunches: row.relaunches.map((r) => ({ _id: r.id, when: r.relaunched_on, notes: r.notes })),
    referrals: toReferrals(row.referrals),
    notes: toNoteCounts(row.notes),
    documents: row.documents.map(toDocument),
    memo: {
      remarks: row.memo?.remarks ?? '',
      buyerCustom: row.memo?.buyer_custom ?? '',
      sellerCustom: row.memo?.seller_custom ?? '',
      agentsContact: row.memo?.agents_contact ?? '',
    },
    chain: toChain(row, today, viewer),
    saleResets: row.fall_offs.map((l) => ({
      _id: l.id,
      acceptedOffer: { _id: l.offer_id, name: l.buyer_name },
      note: l.note,
      createdon: toInstant(l.createdon),
      restoredOn: l.restored_on && toInstant(l.restored_on),
    })),
    timeline: {
      data: timeline.map((step) => toTimelineItem(timeline, step, facts, toSurveyContact(row, step.key))),
      info: {
        completedOns: completedOns(timeline),
        // A withdrawn property has no warnings.
        nextWarning: row.active ? nextWarning(timeline, facts) : null,
        warnings: row.active ? warningsOf(timeline, facts).length : 0,
      },
    },
    completionDate: row.completion_date,
    version: row.version,
    createdon: row.createdon,
  }
  return { detail, timeline, searchText: toSearchText(detail), agencyContacts: toAgencyContacts(row) }
}

/** Contact: the agent contact, or else the branch. */
function toAgencyContacts(row: Row): LoadedProperty['agencyContacts'] {
  const branch = { name: row.branch_name, email: row.branch_email, tel: row.branch_tel }
  if (row.staff_first_name === null || row.staff_deleted_on !== null) return { branch, contact: branch }
  const name = `${row.staff_first_name} ${row.staff_last_name}`
  return { branch, contact: { name, email: row.staff_email || branch.email, tel: row.staff_tel || branch.tel } }
}

function toSurveyContact(row: Row, key: number) {
  const step = row.steps.find((one) => one.key === key)
  return step?.survey_poc_name ? { name: step.survey_poc_name, contact: step.survey_contact_name ?? '' } : null
}

const toOffer = (row: Row['offers'][number]): PropertyDetail['offers'][number] => ({
  _id: row.id,
  name: row.name,
  amount: row.amount,
  when: row.made_on,
  state: row.state as PropertyDetail['offers'][number]['state'],
  acceptedOn: row.accepted_on,
  increasedOn: row.increased_on,
  tel: row.tel,
  email: row.email,
  depositSize: row.deposit_size,
  cashBuy: row.cash_buy,
  mip: row.mip,
  chain: row.chain,
  isRenting: row.is_renting,
  notes: row.notes,
  history: row.history.map((entry) => ({ amount: entry.amount, note: entry.note, createdon: toInstant(entry.createdon) })),
})

const toDocument = (row: Row['documents'][number]): PropertyDetail['documents'][number] => ({
  _id: row.id,
  note: row.note,
  file: { fileName: row.file_name, originalByteSize: row.bytes },
  beingChecked: row.being_checked,
  createdon: toInstant(row.createdon),
  addedBy: row.added_by_first_name === null ? null : `${row.added_by_first_name} ${row.added_by_last_name}`,
  version: row.version,
})

const toReferrals = (rows: Row['referrals']): PropertyDetail['referrals'] => {
  const on = (kind: keyof PropertyDetail['referrals']) => {
    const row = rows.find((one) => one.kind === kind)
    return row ? toInstant(row.referred_on) : null
  }
  return {
    vendorSolicitor: on('vendorSolicitor'),
    buyerSolicitor: on('buyerSolicitor'),
    vendorBroker: on('vendorBroker'),
    buyerBroker: on('buyerBroker'),
  }
}

const toNoteCounts = (rows: Row['notes']): PropertyDetail['notes'] => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  byStep: Object.fromEntries(rows.flatMap(({ timeline_key, count }) => (timeline_key === null ? [] : [[timeline_key, count]]))),
})

function toManagementInfo(row: Row, today: DateOnly): PropertyDetail['mi'] {
  const askingPrice = row.asking_prices.map((entry) => ({
    _id: entry.id,
    price: entry.price,
    effectiveDate: entry.effective_date,
    priceOption: entry.price_option as 0 | 1 | 2 | 3 | 4,
    createdon: toInstant(entry.createdon),
  }))
  const currentAskingPrice = currentEntry(askingPrice, today)?.price ?? null
  const agencyFeeType = row.agency_fee_type as 0 | 1
  const feeDeduction = feeDeductionFor(
    { useBranchDeduction: row.use_branch_deduction, feeDeduction: row.branch_deduction },
    row.company_deduction,
  )
  return {
    chain: row.chain as 0 | 1 | 2 | 3,
    cTerm: row.c_term,
    cSigned: row.c_signed,
    cSignedEndDate: row.c_signed_end_date,
    listed: row.listed,
    noticePeriodInDays: row.notice_period_in_days,
    agencyFeeType,
    agencyFee: row.agency_fee,
    agencyFeePercent: row.agency_fee_percent,
    noticeGiven: row.notice_given,
    noticeDays: row.notice_days,
    noticeEnd: row.notice_end,
    agreedPrice: row.agreed_price,
    invoiceSent: row.invoice_sent,
    askingPrice,
    currentAskingPrice,
    feeDeduction,
    fees: calculateFees({
      agreedPrice: row.agreed_price,
      askingPrice: currentAskingPrice,
      type: agencyFeeType,
      fixedFee: row.agency_fee,
      percent: row.agency_fee_percent,
      deduction: feeDeduction,
    }),
  }
}

/** The searched text: address, postcode with and without space, owner and buyer. */
const toSearchText = ({ address, owner, buyer, offers }: PropertyDetail): string => {
  const parts = [
    address.line1,
    address.line2,
    address.town,
    address.postcode,
    address.postcode.replace(' ', ''),
    owner.fullName,
    buyer.name,
    offers.find((offer) => offer.state === 'A')?.name,
  ]
  return normalizeSearchText(parts.filter(Boolean).join(' '))
}
