import { type DateOnly, showDate } from '../../common/dates.ts'
import type { FundsFrom } from '../sale-file/sale-file.model.ts'
import { isAgreedPhase, isUnsoldPhase, type Phase } from '../timeline/phase.ts'
import {
  type CheckKind,
  type CheckReason,
  type CheckResult,
  type CheckWay,
  type CustomerForm,
  type CustomerMet,
  type CustomerSide,
  checkKindWords,
  customerSides,
  type Decision,
} from './customer-checks.model.ts'
import { type ChecksState, type CustomerStateName } from './customer-states.ts'

/**
 * Whether the checks of a customer are complete: [sale-file §2.2](docs/design/sale-file.md#2.2), rules 1 to 5. "Screen, gate, report, pack
 * and Today ask this function and no other."
 */

export type CheckFacts = {
  kind: CheckKind
  way: CheckWay
  result: CheckResult
  checkedOn: DateOnly
  expiresOn: DateOnly
  /** When it was entered: of two checks of one day the later one counts. */
  enteredOn: string
  struck: boolean
}

export type CustomerFacts = {
  id: string
  side: CustomerSide
  form: CustomerForm
  name: string
  ownerOf: string | null
  met: CustomerMet
  reasons: readonly CheckReason[]
  decision: Decision
  offerId: string | null
  /** Whether their offer is a cash purchase. */
  cashBuy: boolean
  endedOn: DateOnly | null
  checks: readonly CheckFacts[]
}

/** The customers of a property, and the settings of its company. */
export type Register = {
  /** Whether the company uses the register now. */
  on: boolean
  fundsFrom: FundsFrom
  customers: readonly CustomerFacts[]
}

/** `funds`: the source of the money alone; `others`: everything else. */
export type About = 'all' | 'funds' | 'others'

export type CustomerState = {
  state: CustomerStateName
  /** In words: "identity", "ownership ran out on 12/10/2026", "an owner". */
  missing: readonly string[]
  /** Of a ready customer: the last day on which it is. */
  until: DateOnly | null
}

const always = '9999-12-31'
/** A day on which nothing has run out. */
const earliestDay = '0001-01-01'

/** Those who own a company, trust or estate. */
const ownersOf = ({ customers }: Register, id: string) => customers.filter(({ ownerOf }) => ownerOf === id)

/** "A company, trust or estate `ownership` instead of `identity`; a buyer also `funds`." An owner of a buyer does not pay. */
export function neededKinds(
  customer: Pick<CustomerFacts, 'side' | 'form' | 'ownerOf' | 'cashBuy'>,
  { fundsFrom }: Pick<Register, 'fundsFrom'>,
): CheckKind[] {
  const pays = customer.side === 'buyer' && customer.ownerOf === null
  const asksFunds = pays && (fundsFrom === 'all' || (fundsFrom === 'cash' && customer.cashBuy))
  return [customer.form === 'person' ? 'identity' : 'ownership', 'screening', ...(asksFunds ? (['funds'] as const) : [])]
}

/** "The latest unstruck check of a kind counts, also when its result is worse than an earlier one." */
export const latestOf = (checks: readonly CheckFacts[], kind: CheckKind): CheckFacts | undefined =>
  checks
    .filter((check) => check.kind === kind && !check.struck)
    .toSorted((a, b) => b.checkedOn.localeCompare(a.checkedOn) || b.enteredOn.localeCompare(a.enteredOn))[0]

/** The reasons that were entered, and those that follow from the customer: a trust; not met and checked by documents only. */
export function reasonsOf({ reasons, form, met, checks }: CustomerFacts): CheckReason[] {
  const byDocuments = met === 'remote' && latestOf(checks, 'identity')?.way === 'documents'
  return [
    ...new Set<CheckReason>([
      ...reasons,
      ...(form === 'trust' ? (['unclear-owners'] as const) : []),
      ...(byDocuments ? (['not-met'] as const) : []),
    ]),
  ]
}

const kindsOf = (about: About, all: readonly CheckKind[]) =>
  all.filter((kind) => about === 'all' || (kind === 'funds') === (about === 'funds'))

const allKinds: readonly CheckKind[] = ['identity', 'screening', 'ownership', 'funds']

/** "`refer` and `not-satisfied` make the customer `to-decide`." "Any reason makes the customer `to-decide`." */
export function needsDecision(customer: CustomerFacts, about: About = 'all'): boolean {
  if (about !== 'funds' && reasonsOf(customer).length > 0) return true
  return kindsOf(about, allKinds).some((kind) => (latestOf(customer.checks, kind)?.result ?? 'satisfied') !== 'satisfied')
}

/** What is missing whatever the day is. */
function neverChecked(customer: CustomerFacts, register: Register, about: About): string[] {
  const missing = kindsOf(about, neededKinds(customer, register)).filter((kind) => !latestOf(customer.checks, kind))
  const needsOwner = about !== 'funds' && customer.form !== 'person' && ownersOf(register, customer.id).length === 0
  return [...missing.map((kind) => checkKindWords[kind]), ...(needsOwner ? ['an owner'] : [])]
}

const waits = (customer: CustomerFacts, about: About): boolean => customer.decision === 'none' && needsDecision(customer, about)

/** The last day on which a customer is ready, past days too; null if something else is missing. It does not depend on the current day. */
export function readyUntil(customer: CustomerFacts, register: Register, about: About = 'all'): DateOnly | null {
  if (customer.decision === 'refused' || waits(customer, about) || neverChecked(customer, register, about).length > 0) return null
  const days = kindsOf(about, neededKinds(customer, register)).flatMap((kind) => latestOf(customer.checks, kind)?.expiresOn ?? [])
  return days.toSorted()[0] ?? always
}

export function customerState(customer: CustomerFacts, register: Register, today: DateOnly, about: About = 'all'): CustomerState {
  const ranOut = kindsOf(about, neededKinds(customer, register)).flatMap((kind) => {
    const day = latestOf(customer.checks, kind)?.expiresOn
    return day !== undefined && day < today ? [`${checkKindWords[kind]} ran out on ${showDate(day)}`] : []
  })
  const missing = [...neverChecked(customer, register, about), ...ranOut]
  if (customer.decision === 'refused') return { state: 'refused', missing, until: null }
  if (waits(customer, about)) return { state: 'to-decide', missing, until: null }
  if (missing.length > 0) return { state: 'open', missing, until: null }
  return { state: 'ready', missing, until: readyUntil(customer, register, about) }
}

/** What the state is stored as: it does not depend on the current day. `ready` is until a day, and `open` after it. */
export type CustomerListing = { state: CustomerStateName; readyUntil: DateOnly | null }

export function customerListing(customer: CustomerFacts, register: Register): CustomerListing {
  const { state, until: readyUntil } = customerState(customer, register, earliestDay)
  return { state, readyUntil }
}

/** Of a buyer, those of an offer: customers without an offer are of whoever buys. */
const customersOf = ({ customers }: Register, side: CustomerSide, offerId: string | null) =>
  customers.filter((one) => one.side === side && (side === 'vendor' || one.offerId === null || one.offerId === offerId))

/** The last day on which all customers of a side are ready. It does not depend on the current day. */
export function sideReadyUntil(
  register: Register,
  side: CustomerSide,
  offerId: string | null,
  about: About = 'all',
): DateOnly | null {
  const days = customersOf(register, side, offerId).map((one) => readyUntil(one, register, about))
  const known = days.filter((day) => day !== null)
  return known.length < days.length ? null : (known.toSorted()[0] ?? null)
}

export type SideState = { state: CustomerStateName; until: DateOnly | null; why: string | null }

const waitsForDecision = 'waits for a decision'

/** All customers of a side: "a side without customers is open". `why` tells readers of the property nothing but the state. */
export function sideState(
  register: Register,
  side: CustomerSide,
  { offerId = null, today, about = 'all' }: { offerId?: string | null; today: DateOnly; about?: About },
): SideState {
  const states = customersOf(register, side, offerId).map((one) => customerState(one, register, today, about).state)
  if (states.length === 0) return { state: 'open', until: null, why: 'no customer is entered' }
  if (states.includes('refused')) return { state: 'refused', until: null, why: waitsForDecision }
  if (states.includes('to-decide')) return { state: 'to-decide', until: null, why: waitsForDecision }
  if (states.includes('open')) return { state: 'open', until: null, why: 'a check is open' }
  return { state: 'ready', until: sideReadyUntil(register, side, offerId, about), why: null }
}

/**
 * The checks of a sale as the report stores them: of the vendor and, once an offer is accepted, of the buyer. They do not depend on the current
 * day.
 */
export function checksOfSale(register: Register, acceptedOfferId: string | null): ChecksState {
  const sides = acceptedOfferId === null ? (['vendor'] as const) : customerSides
  const states = sides.map((side) => sideState(register, side, { offerId: acceptedOfferId, today: earliestDay }))
  const state = (['refused', 'to-decide', 'open'] as const).find((one) => states.some((side) => side.state === one)) ?? 'ready'
  return { state, until: state === 'ready' ? (states.flatMap(({ until }) => until ?? []).toSorted()[0] ?? null) : null }
}

/** Whether the customers of a sale are still checked: it has not exchanged. */
export const isCheckedPhase = (phase: Phase): boolean => isUnsoldPhase(phase) || isAgreedPhase(phase)

/** The same on a day: what has run out is open again. */
export const checksOn = ({ state, until = null }: ChecksState, today: DateOnly): ChecksState =>
  state === 'ready' && until !== null && until < today ? { state: 'open', until: null } : { state, until }

/**
 * "Identity check: done.", all that a vendor or buyer is told. It says that a check was made and counts, whatever came of the others: a line
 * that disappeared when something else is found would tell them.
 */
export const isIdentityChecked = (register: Register, side: CustomerSide, offerId: string | null, today: DateOnly): boolean => {
  const customers = customersOf(register, side, offerId)
  return (
    customers.length > 0 &&
    customers.every(({ checks }) =>
      checks.some(
        ({ kind, result, struck, expiresOn }) =>
          (kind === 'identity' || kind === 'ownership') && result === 'satisfied' && !struck && expiresOn >= today,
      ),
    )
  )
}
