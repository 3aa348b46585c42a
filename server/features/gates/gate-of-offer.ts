import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type Register, sideState } from '@gya/domain/features/customer-checks/customer-state.ts'
import type { Gate, GateItem, GateMode } from '@gya/domain/features/gates/gates.model.ts'
import {
  evaluateGate,
  findEarlierCheck,
  type GateFacts,
  type GateLine,
  heldUntil,
  mayServeLaterOffers,
} from '@gya/domain/features/gates/gates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Db } from '../../db/pool.ts'
import {
  findGateTemplate,
  findSaleGates,
  listChecksOfOffers,
  listGateChecks,
  type SaleGate,
  type StoredCheck,
} from './gates.repository.ts'

const unknownChain = 3

export type GateSale = { detail: PropertyDetail; register: Register | null }

/** The facts from which the items of one offer are evaluated. */
export function gateFacts({ detail, register }: GateSale, offerId: string, today: DateOnly): Omit<GateFacts, 'identityUntil'> {
  const offer = detail.offers.find(({ _id }) => _id === offerId)
  if (!offer) throw new DomainError('NOT_FOUND')
  const deposit = detail.timeline.data.find(({ key }) => key === stepKeys.DocumentsAndDepositsReceived)
  return {
    today,
    cashBuy: offer.cashBuy,
    inChain: offer.chain || detail.mi.chain === 1 || detail.mi.chain === 2,
    isLeasehold: detail.ownership === 'leasehold',
    isPackSent: detail.leaseholdPackSent === 'yes',
    isChainKnown: detail.mi.chain !== unknownChain,
    hasBuyerSolicitor: detail.contacts.buyerDetails.solicitor !== null,
    isDepositHeld: deposit?.state === 'C' || deposit?.state === 'NA',
    mortgageOfferExpires: detail.mortgageOfferExpires,
    completionDate: detail.completionDate,
    documentIds: detail.documents.map(({ _id }) => _id),
    checked: register?.on ? checkedOf(register, offerId, today) : null,
  }
}

const checkedOf = (register: Register, offerId: string, today: DateOnly): GateFacts['checked'] => ({
  vendorChecked: sideState(register, 'vendor', { today }),
  buyerChecked: sideState(register, 'buyer', { offerId, today, about: 'others' }),
  fundsChecked: sideState(register, 'buyer', { offerId, today, about: 'funds' }),
})

export type EvaluatedGate = { gate: Gate; mode: GateMode; lines: GateLine[]; checks: StoredCheck[] }

export type EarlierCheck = { buyer: string; check: StoredCheck; madeOn: DateOnly; expiresOn: DateOnly | null }

/** Checks of other offers of the property that satisfy open items, by item. */
export async function findEarlierChecks(
  { db, today }: ReadContext,
  sale: GateSale,
  offerId: string,
  lines: readonly GateLine[],
): Promise<Map<string, EarlierCheck>> {
  const { detail } = sale
  const others = detail.offers.filter(({ _id }) => _id !== offerId)
  if (others.length === 0 || !lines.some(({ item, state }) => state === 'open' && mayServeLaterOffers(item))) return new Map()
  const checks = await listChecksOfOffers(
    db,
    detail.company._id,
    others.map(({ _id }) => _id),
  )
  const earlier = others.flatMap(({ _id, name }) =>
    (checks.get(_id) ?? []).flatMap((check) =>
      check.state === 'met' && check.metOn ? [{ check: { ...check, buyer: name }, madeOn: londonDay(check.metOn) }] : [],
    ),
  )
  const facts = { ...gateFacts(sale, offerId, today), identityUntil: null }
  return new Map(
    lines.flatMap((line) => {
      const found = findEarlierCheck(line, earlier, facts)
      return found ? [[line.item._id, { ...found, buyer: found.check.buyer }] as const] : []
    }),
  )
}

/** Both gates of the template, as they would apply to an acceptance today. */
export async function templateGates(db: Db, companyId: string): Promise<SaleGate[]> {
  const { modes, items } = await findGateTemplate(db, companyId)
  const active = (gate: Gate): GateItem[] => items.filter((item) => item.gate === gate && item.active)
  return [
    { gate: 'accept', mode: modes.accept, items: active('accept') },
    { gate: 'exchange', mode: modes.exchange, items: active('exchange') },
  ]
}

/** "A sale keeps the items it was accepted under"; for a pending offer the current items apply. */
const gatesOf = (db: Db, detail: PropertyDetail, offerId: string): Promise<SaleGate[]> =>
  detail.offers.some(({ _id, state }) => _id === offerId && state === 'A')
    ? findSaleGates(db, detail.company._id, offerId)
    : templateGates(db, detail.company._id)

/** A gate with its evaluated items. `off`, without items, if it does not apply to this offer. */
export function evaluate(
  gate: Gate,
  saleGates: readonly SaleGate[],
  checks: StoredCheck[],
  facts: Omit<GateFacts, 'identityUntil'>,
): EvaluatedGate {
  const of = (one: Gate) => saleGates.find((saleGate) => saleGate.gate === one)
  const known = { ...facts, identityUntil: null }
  const accepted = evaluateGate(of('accept')?.items ?? [], checks, known)
  const asked = of(gate)
  if (!asked || asked.mode === 'off') return { gate, mode: 'off', lines: [], checks }
  const lines = evaluateGate(asked.items, checks, { ...facts, identityUntil: heldUntil(accepted, checks, facts) })
  return { gate, mode: asked.mode, lines, checks }
}

type ReadContext = { db: Db; today: DateOnly }

/** Throws NOT_FOUND for an offer of another property. */
export async function loadGate(
  { db, today }: ReadContext,
  ids: PropertyIds,
  sale: GateSale,
  { gate, offerId }: { gate: Gate; offerId: string },
): Promise<EvaluatedGate> {
  const facts = gateFacts(sale, offerId, today)
  return evaluate(gate, await gatesOf(db, sale.detail, offerId), await listGateChecks(db, ids, offerId), facts)
}
