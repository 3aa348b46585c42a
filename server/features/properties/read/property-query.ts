import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { CustomerFacts, CustomerListing, Register } from '@gya/domain/features/customer-checks/customer-state.ts'
import { identifierFields } from '@gya/domain/features/properties/identifiers.fields.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { selectedColumns } from '@gya/domain/fields/field-columns.ts'
import type { Member } from '@gya/domain/fields/fields.ts'
import { type InferResult, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import { chainSql, shownInSql } from './chain-sql.ts'
import { hasLeft } from './report-row-order.ts'

const propertyColumns = [
  ...([
    'p.id',
    'p.company_id',
    'p.branch_id',
    'p.owner_id',
    'p.b_staff',
    'p.active',
    'p.version',
    'p.createdon',
    'p.logo',
  ] as const),
  ...(['p.line1', 'p.line2', 'p.town', 'p.county', 'p.country', 'p.postcode'] as const),
  ...selectedColumns('p', propertyFields),
  ...selectedColumns('p', identifierFields),
  ...(['p.buyer_name', 'p.buyer_email', 'p.buyer_tel', 'p.buyer_cash_buyer'] as const),
  ...(['p.chain', 'p.c_term', 'p.c_signed', 'p.c_signed_end_date', 'p.listed'] as const),
  ...(['p.agency_fee_type', 'p.agency_fee', 'p.agency_fee_percent', 'p.agreed_price', 'p.invoice_sent'] as const),
  ...(['p.notice_given', 'p.notice_days', 'p.notice_end'] as const),
  ...(['p.completion_date', 'p.expected_exchange', 'p.expected_completion'] as const),
  ...(['p.mortgage_offer_expires', 'p.share_expected'] as const),
] as const

/** A subquery, because planning another join takes longer than running it. */
const negotiatorSql = sql<Member | null>`(
  select json_strip_nulls(json_build_object('_id', s.id, 'name', s.first_name || ' ' || s.last_name, 'left', case when ${hasLeft} then true end))
  from app_user s where s.id = p.negotiator_id)`

/** A customer, and as what the register lists it. */
export type ListedCustomer = CustomerFacts & CustomerListing

/**
 * The customers of the property with their checks, and whether the register is used; null for a company that never used it. Whoever sees
 * the property does not see it: it is for rules alone.
 */
const registerSql = sql<(Omit<Register, 'customers'> & { customers: Omit<ListedCustomer, 'cashBuy'>[] }) | null>`(
  select json_build_object('on', w.checks, 'fundsFrom', w.funds_from, 'customers', (
    select coalesce(json_agg(json_build_object('id', k.id, 'side', k.side, 'form', k.form, 'name', k.name, 'ownerOf', k.owner_of,
      'met', k.met, 'reasons', k.reasons, 'decision', k.decision, 'offerId', k.offer_id, 'endedOn', k.ended_on,
      'state', k.state, 'readyUntil', k.ready_until, 'checks', (
        select coalesce(json_agg(json_build_object('kind', h.kind, 'way', h.way, 'result', h.result, 'checkedOn', h.checked_on,
          'expiresOn', h.expires_on, 'enteredOn', h.createdon, 'struck', h.struck_on is not null) order by h.id), '[]')
        from customer_check h where h.company_id = k.company_id and h.customer_id = k.id)) order by k.createdon, k.id), '[]')
    from customer k where k.company_id = p.company_id and k.property_id = p.id))
  from sale_file_settings w where w.company_id = p.company_id)`

const propertyQuery = (db: Db, companyId: string) =>
  db
    .selectFrom('property as p')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('app_user as o', 'o.id', 'p.owner_id')
    .leftJoin('app_user as s', 's.id', 'p.b_staff')
    .leftJoin('lender as l', (join) => join.onRef('l.company_id', '=', 'p.company_id').onRef('l.id', '=', 'p.lender_id'))
    .select(propertyColumns)
    .select([
      'c.name as company_name',
      'c.fee_deduction as company_deduction',
      'c.notice_period_in_days',
      'b.name as branch_name',
      'b.email as branch_email',
      'b.tel as branch_tel',
      'b.use_branch_deduction',
      'b.fee_deduction as branch_deduction',
      'p.lender_id',
      'l.name as lender_name',
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
      hasLeft.as('staff_left'),
    ])
    .select(negotiatorSql.as('negotiator'))
    .select([chainSql.as('chain_items'), shownInSql.as('shown_in'), registerSql.as('register')])
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
          .selectAll('v')
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
          .leftJoin('fall_off_reason as n', (join) =>
            join.onRef('n.company_id', '=', 'l.company_id').onRef('n.id', '=', 'l.reason_id'),
          )
          .select(['l.id', 'l.offer_id', 'l.buyer_name', 'l.note', 'l.createdon', 'l.restored_on'])
          .select(['l.reason_id', 'n.name as reason_name', 'l.party', 'l.phase'])
          .select(sql<string | null>`l.archive -> 'offer' ->> 'acceptedOn'`.as('accepted_on'))
          .whereRef('l.company_id', '=', 'p.company_id')
          .whereRef('l.property_id', '=', 'p.id')
          .orderBy('l.createdon', 'desc')
          .orderBy('l.id', 'desc'),
      ).as('fall_offs'),
      jsonArrayFrom(
        select
          .selectFrom('event as w')
          .leftJoin('app_user as a', 'a.id', 'w.user_id')
          .select(['w.data', 'w.at', 'a.first_name as by_first_name', 'a.last_name as by_last_name'])
          .whereRef('w.company_id', '=', 'p.company_id')
          .whereRef('w.property_id', '=', 'p.id')
          // A literal, so that the partial index applies.
          .where('w.kind', '=', sql.lit('expected-exchange-set'))
          .orderBy('w.at')
          .orderBy('w.id'),
      ).as('exchange_entries'),
    ])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)

export type Row = InferResult<ReturnType<typeof propertyQuery>>[number]

export const propertyStatement = prepareStatement('load-property', (db, { companyId, propertyId }: PropertyIds) =>
  propertyQuery(db, companyId).where('p.id', '=', propertyId).compile(),
)

type ManyIds = { companyId: string; propertyIds: readonly string[] }

export const propertiesStatement = prepareStatement('load-properties', (db, { companyId, propertyIds }: ManyIds) =>
  propertyQuery(db, companyId).where(sql<SqlBool>`p.id = any(${propertyIds}::uuid[])`).compile(),
)
