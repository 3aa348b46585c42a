import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { searchFold } from '@gya/domain/common/search-fold.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { currentEntry } from '@gya/domain/features/asking-price/asking-price.rules.ts'
import type { Register } from '@gya/domain/features/customer-checks/customer-state.ts'
import { daysUnderOffer } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import { calculateFees, feeDeductionFor } from '@gya/domain/features/management-info/fees.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import { identifierFields } from '@gya/domain/features/properties/identifiers.fields.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { setupWarningsOf } from '@gya/domain/features/properties/setup-warnings.ts'
import type { SetAsideBuyerSide } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import { dueOf, nextWarning, warningsOf } from '@gya/domain/features/sale-now/due-steps.ts'
import { type SaleNow, saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { completedOns } from '@gya/domain/features/timeline/sale-progress.ts'
import { byDisplayOrder } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { toTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { isPlaceholderEmail, unnamedVendor } from '@gya/domain/features/vendors/vendors.rules.ts'
import { viewingFields } from '@gya/domain/features/viewings/viewings.fields.ts'
import { valuesOfRow } from '@gya/domain/fields/field-columns.ts'
import type { Db } from '../../../db/pool.ts'
import { toChain, type Viewer } from './property-chain.ts'
import { toPropertyContacts } from './property-contacts.ts'
import { toOwner } from './property-owner.ts'
import { type ListedCustomer, propertiesStatement, propertyStatement, type Row } from './property-query.ts'
import { toStep } from './steps.ts'

type AgencyContact = { name: string; email: string; tel: string }

type LoadedRegister = Omit<Register, 'customers'> & { customers: readonly ListedCustomer[] }

/**
 * `detail` is the response, `timeline` is used by the rules, `sale` is what is open, late and next, `register` are its customer checks (null
 * if the company never used them), `agencyContacts` are the people whom the vendor contacts.
 */
export type LoadedProperty = {
  detail: PropertyDetail
  timeline: Timeline
  sale: SaleNow
  register: LoadedRegister | null
  searchText: string
  agencyContacts: { branch: AgencyContact; contact: AgencyContact }
}

/** PostgreSQL's JSON has instants with an offset, the API with Z. */
const toInstant = (text: string): string => new Date(text).toISOString()

/**
 * Loads a property in one query. `today` determines warnings, phase and overdue marks. For `viewer`, linked properties out
 * of scope are redacted. Throws NOT_FOUND.
 */
export async function loadProperty(db: Db, ids: PropertyIds, today: DateOnly, viewer: Viewer = null): Promise<LoadedProperty> {
  const { rows } = await db.executeQuery(propertyStatement(ids))
  return toProperty(rows[0], today, viewer)
}

/** The same for several properties, without missing ones. */
export async function loadProperties(
  db: Db,
  companyId: string,
  ids: readonly string[],
  today: DateOnly,
  viewer: Viewer = null,
): Promise<LoadedProperty[]> {
  const [propertyId] = ids
  const isOne = ids.length === 1 && propertyId !== undefined
  const { rows } = await db.executeQuery(
    isOne ? propertyStatement({ companyId, propertyId }) : propertiesStatement({ companyId, propertyIds: ids }),
  )
  return rows.map((row) => toProperty(row, today, viewer))
}

/** Throws NOT_FOUND without a row. */
function toProperty(row: Row | undefined, today: DateOnly, viewer: Viewer): LoadedProperty {
  if (!row) throw new DomainError('NOT_FOUND')
  const timeline = row.steps
    .map((step) => toStep({ ...step, updated_on: step.updated_on && toInstant(step.updated_on) }))
    .toSorted(byDisplayOrder)
  const offers = row.offers.map(toOffer)
  const hasAcceptedOffer = offers.some((offer) => offer.state === 'A')
  const sale = saleNow(
    {
      active: row.active,
      hasAcceptedOffer,
      timeline,
      completionDate: row.completion_date,
      expectedExchange: row.expected_exchange,
      expectedCompletion: row.expected_completion,
    },
    today,
  )
  const { phase } = sale
  const contacts = toPropertyContacts(row)
  const details = valuesOfRow(propertyFields, row)
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
    ...details,
    identifiers: valuesOfRow(identifierFields, { ...row, uprn: row.uprn === null ? null : String(row.uprn) }),
    negotiator: row.negotiator,
    active: row.active,
    logo: row.logo,
    owner: toOwner({ ...row, id: row.owner_id, version: row.owner_version }),
    buyer: contacts.buyerDetails.buyer,
    contacts,
    buyerSideSetAside: toSetAsideSide(row.offers.find((offer) => offer.state === 'A')?.buyer_side ?? null),
    setupWarnings: setupWarningsOf({
      phase,
      ...details,
      hasVendorSolicitor: contacts.solicitor !== null,
      hasVendorBroker: contacts.mBroker !== null,
      isVendorKnown: !(isPlaceholderEmail(row.email) && row.first_name === unnamedVendor),
    }),
    mi: toManagementInfo(row, today),
    offers,
    viewings: row.viewings.map((viewing) => ({ _id: viewing.id, ...valuesOfRow(viewingFields, viewing) })),
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
      reason: l.reason_id === null ? null : { _id: l.reason_id, name: l.reason_name ?? '' },
      party: l.party as PropertyDetail['saleResets'][number]['party'],
      phase: l.phase as PropertyDetail['saleResets'][number]['phase'],
      daysUnderOffer: daysUnderOffer(l.accepted_on, londonDay(toInstant(l.createdon))),
      createdon: toInstant(l.createdon),
      restoredOn: l.restored_on && toInstant(l.restored_on),
    })),
    timeline: {
      data: timeline.map((step) => toTimelineItem(step, dueOf(sale, step.key, today), toSurveyContact(row, step.key))),
      info: {
        completedOns: completedOns(timeline),
        nextWarning: nextWarning(sale, timeline, today),
        warnings: warningsOf(sale, timeline, today).length,
      },
    },
    completionDate: row.completion_date,
    expectedExchange: row.expected_exchange,
    expectedCompletion: row.expected_completion,
    mortgageOfferExpires: row.mortgage_offer_expires,
    shareExpected: row.share_expected,
    lender: row.lender_id === null ? null : { _id: row.lender_id, name: row.lender_name ?? '' },
    exchangeHistory: toExchangeHistory(row, offers.find((offer) => offer.state === 'A')?._id),
    version: row.version,
    createdon: row.createdon,
  }
  const register = toRegister(row)
  return { detail, timeline, sale, register, searchText: toSearchText(detail), agencyContacts: toAgencyContacts(row) }
}

function toRegister({ register, offers }: Row): LoadedRegister | null {
  const isCash = (offerId: string | null) => offers.some(({ id, cash_buy }) => id === offerId && cash_buy)
  return register && { ...register, customers: register.customers.map((one) => ({ ...one, cashBuy: isCash(one.offerId) })) }
}

/** Contact: the agent contact, or else the branch, also where they have left. */
function toAgencyContacts(row: Row): LoadedProperty['agencyContacts'] {
  const branch = { name: row.branch_name, email: row.branch_email, tel: row.branch_tel }
  if (row.staff_first_name === null || row.staff_left) return { branch, contact: branch }
  const name = `${row.staff_first_name} ${row.staff_last_name}`
  return { branch, contact: { name, email: row.staff_email || branch.email, tel: row.staff_tel || branch.tel } }
}

function toSurveyContact(row: Row, key: number) {
  const step = row.steps.find((one) => one.key === key)
  return step?.survey_poc_name ? { name: step.survey_poc_name, contact: step.survey_contact_name ?? '' } : null
}

const toOffer = (row: Row['offers'][number]): PropertyDetail['offers'][number] => ({
  _id: row.id,
  ...valuesOfRow(offerFields, row),
  history: row.history.map((entry) => ({ amount: entry.amount, note: entry.note, createdon: toInstant(entry.createdon) })),
})

const toSetAsideSide = (stored: unknown): PropertyDetail['buyerSideSetAside'] => {
  const side = stored as SetAsideBuyerSide | null
  if (!side || side.isOwn) return null
  const { solicitor, mBroker, other, additionalContacts } = side
  return { solicitor, mBroker, other, additionalContacts }
}

/** Entries of the sale of this offer; those of sales that fell through are left out. */
const toExchangeHistory = (row: Row, acceptedOfferId: string | undefined): PropertyDetail['exchangeHistory'] =>
  row.exchange_entries.flatMap(({ data, at, by_first_name, by_last_name }) => {
    const { on, before, reason, undone, offerId } = data as Record<string, unknown>
    if (acceptedOfferId === undefined || offerId !== acceptedOfferId) return []
    return [
      {
        on: typeof on === 'string' ? on : null,
        before: typeof before === 'string' ? before : null,
        undone: undone === true,
        reason: typeof reason === 'string' ? reason : '',
        at: toInstant(at),
        by: by_first_name === null ? null : `${by_first_name} ${by_last_name}`,
      },
    ]
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

/** The text that is searched: address, postcode with and without space, owner and buyer. */
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
  return searchFold(parts.filter(Boolean).join(' '))
}
