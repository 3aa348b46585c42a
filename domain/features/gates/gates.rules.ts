import type { UserType } from '../../access/permissions.ts'
import { addDays, type DateOnly, showDate } from '../../common/dates.ts'
import type { Issue } from '../../error-catalogue.ts'
import type { SideState } from '../customer-checks/customer-state.ts'
import {
  type GateAuto,
  type GateCheckState,
  type GateItem,
  type GateMode,
  minReference,
  noCompletionDate,
} from './gates.model.ts'

/** One item of a gate on one offer, as it is stored. */
export type GateCheck = {
  itemId: string
  state: 'open' | 'met' | 'overridden'
  reference: string
  documentId: string | null
  note: string
  expiresOn: DateOnly | null
}

/** The data from which the items of a gate are evaluated. */
export type GateFacts = {
  today: DateOnly
  cashBuy: boolean
  inChain: boolean
  isLeasehold: boolean
  isPackSent: boolean
  isChainKnown: boolean
  hasBuyerSolicitor: boolean
  isDepositHeld: boolean
  mortgageOfferExpires: DateOnly | null
  completionDate: DateOnly | null
  /** Files of this property. */
  documentIds: readonly string[]
  /** The day until which the expiring checks before acceptance hold; null if one of them is open. */
  identityUntil: DateOnly | null
  /** What the register of customer checks says; null if the company does not use it. */
  checked: Record<RegisterItem, SideState> | null
}

/** The items that the register answers. */
export type RegisterItem = Extract<GateAuto, 'vendorChecked' | 'buyerChecked' | 'fundsChecked'>

export type GateLine = {
  item: GateItem
  state: GateCheckState
  /** Why it is open, without the title: "no document yet". */
  why: string | null
}

const isNeeded = ({ applies }: GateItem, facts: GateFacts): boolean =>
  ({
    always: true,
    mortgage: !facts.cashBuy,
    cash: facts.cashBuy,
    leasehold: facts.isLeasehold,
    chain: facts.inChain,
  })[applies]

/** "Auto items answer from the data." Null if the item is met. */
function whyNotByData(auto: GateAuto, facts: GateFacts): string | null {
  switch (auto) {
    case 'buyerSolicitor':
      return facts.hasBuyerSolicitor ? null : 'none is entered in the contacts'
    case 'chainKnown':
      return facts.isChainKnown ? null : 'the chain is unknown'
    case 'depositHeld':
      return facts.isDepositHeld ? null : 'documents and deposits are not received'
    case 'packSent':
      return facts.isPackSent ? null : 'not sent'
    case 'mortgageGood':
      return whyNotMortgageGood(facts)
    case 'identityGood':
      if (facts.identityUntil === null) return 'one of them is open'
      return facts.identityUntil >= facts.today ? null : `one ran out on ${showDate(facts.identityUntil)}`
    case 'vendorChecked':
    case 'buyerChecked':
    case 'fundsChecked':
      return facts.checked ? facts.checked[auto].why : 'the register of checks is switched off'
  }
}

function whyNotMortgageGood({ mortgageOfferExpires: expires, completionDate }: GateFacts): string | null {
  if (expires === null) return 'its expiry is not entered'
  if (completionDate === null) return noCompletionDate
  return expires >= completionDate
    ? null
    : `it runs out on ${showDate(expires)}, before completion on ${showDate(completionDate)}`
}

/** "An item is met when its evidence is there: a note; a reference of 3 signs or more; a document of this property." */
function whyNotByEvidence(item: GateItem, check: GateCheck | undefined, facts: GateFacts): string | null {
  if (item.evidence === 'document' && !(check?.documentId && facts.documentIds.includes(check.documentId)))
    return 'no document yet'
  if (item.evidence === 'reference' && (check?.reference.trim().length ?? 0) < minReference) return 'no reference yet'
  if (item.evidence === 'note' && !check?.note.trim()) return 'no note yet'
  if (!check || check.state === 'open') return 'not ticked yet'
  return check.expiresOn !== null && check.expiresOn < facts.today ? `it ran out on ${showDate(check.expiresOn)}` : null
}

/** An expired check is open again; a check that was overridden stays so for this offer. */
export function evaluateItem(item: GateItem, check: GateCheck | undefined, facts: GateFacts): GateLine {
  if (!isNeeded(item, facts)) return { item, state: 'not-needed', why: null }
  const why = item.auto ? whyNotByData(item.auto, facts) : whyNotByEvidence(item, check, facts)
  if (why === null) return { item, state: 'met', why }
  return check?.state === 'overridden' ? { item, state: 'overridden', why: null } : { item, state: 'open', why }
}

export const evaluateGate = (items: readonly GateItem[], checks: readonly GateCheck[], facts: GateFacts): GateLine[] =>
  items.map((item) =>
    evaluateItem(
      item,
      checks.find(({ itemId }) => itemId === item._id),
      facts,
    ),
  )

/** The day until which the expiring checks of an evaluated gate, and those of the register, hold. Null if one of them is open. */
export function heldUntil(
  lines: readonly GateLine[],
  checks: readonly GateCheck[],
  { checked }: Pick<GateFacts, 'checked'>,
): DateOnly | null {
  const register = (auto: GateAuto | null) => (auto === 'vendorChecked' || auto === 'buyerChecked' ? checked?.[auto] : undefined)
  const dated = lines.filter(({ item, state }) => (item.validDays !== null || register(item.auto)) && state !== 'not-needed')
  if (dated.some(({ state }) => state === 'open')) return null
  const days = dated.flatMap(
    ({ item }) => register(item.auto)?.until ?? checks.find(({ itemId }) => itemId === item._id)?.expiresOn ?? [],
  )
  return days.toSorted()[0] ?? '9999-12-31'
}

/** Whether a company says if an item is about the buyer: its evidence is asked for before acceptance, of buyers who pay in any way. */
export const asksWhomItIsAbout = ({
  gate,
  auto,
  evidence,
  applies,
}: Pick<GateItem, 'gate' | 'auto' | 'evidence' | 'applies'>): boolean =>
  gate === 'accept' && auto === null && evidence !== 'none' && applies !== 'cash' && applies !== 'mortgage'

/**
 * Whether evidence of an earlier offer counts for a later offer on the same property: evidence about the vendor or the property does,
 * evidence about a buyer or their funding does not.
 */
export const mayServeLaterOffers = (item: GateItem): boolean => asksWhomItIsAbout(item) && !item.aboutBuyer

/** The day until which a check made on a day is valid, according to the item's current settings. */
const heldFrom = (item: GateItem, check: GateCheck, madeOn: DateOnly): DateOnly | null =>
  check.expiresOn ?? expiryOf(item, madeOn)

/** The check of an earlier offer that satisfies an open item and is valid longest; `undefined` if there is none. */
export function findEarlierCheck<Check extends GateCheck>(
  { item, state }: Pick<GateLine, 'item' | 'state'>,
  earlier: readonly { check: Check; madeOn: DateOnly }[],
  facts: GateFacts,
): { check: Check; madeOn: DateOnly; expiresOn: DateOnly | null } | undefined {
  if (state !== 'open' || !mayServeLaterOffers(item)) return undefined
  return earlier
    .map((one) => ({ ...one, expiresOn: heldFrom(item, one.check, one.madeOn) }))
    .filter(
      ({ check, expiresOn }) => check.itemId === item._id && evaluateItem(item, { ...check, expiresOn }, facts).state === 'met',
    )
    .toSorted((a, b) => (b.expiresOn ?? '9999').localeCompare(a.expiresOn ?? '9999') || b.madeOn.localeCompare(a.madeOn))[0]
}

/** The day until which a check met today is valid; null if it does not expire. */
export const expiryOf = ({ validDays }: GateItem, today: DateOnly): DateOnly | null =>
  validDays === null ? null : addDays(today, validDays)

/** "One issue an item in words: Proof of funds: no document yet." The screen says the same sentences. */
export const gateIssues = (lines: readonly GateLine[]): Issue[] =>
  lines.flatMap(({ item, why }) => (why === null ? [] : [{ path: `gate.${item._id}`, message: `${item.title}: ${why}.` }]))

/** "Open items in *block* are refused." */
export const isBlocked = (mode: GateMode, lines: readonly GateLine[]): boolean =>
  mode === 'block' && lines.some(({ state }) => state === 'open')

/** "By a role the item names." Platform administrators count as company administrators. */
export const mayOverride = ({ overrideBy }: Pick<GateItem, 'overrideBy'>, type: UserType): boolean =>
  (overrideBy as readonly string[]).includes(type === 'GYA_ADMIN' ? 'COMPANY_ADMIN' : type)
