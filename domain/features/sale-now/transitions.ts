import type { ErrorCode } from '../../error-catalogue.ts'
import type { Phase } from '../timeline/phase.ts'

/**
 * What an event does in each phase: the phase after it, the refusal, or null if the phase stays. A phase is never stored by hand: this
 * table says what the rules of timeline, offers and fall-offs give together, and the tests reach each cell by calls. `derived`: the phase
 * that the facts give.
 */

export const saleEvents = [
  'launch',
  'accept-offer',
  'exchange',
  'reopen-exchange',
  'complete',
  'reopen-completion',
  'fall-off',
  'restore-sale',
  'withdraw',
  'put-back',
] as const
export type SaleEvent = (typeof saleEvents)[number]

type Transition = Phase | ErrorCode | 'derived' | null

/** In the order of a sale. A withdrawn property is taken without an accepted offer, unless its column says so. */
export const transitionColumns = ['preForSale', 'forSale', 'sold', 'exchanged', 'completed', 'withdrawn', 'stopped'] as const
export type TransitionColumn = (typeof transitionColumns)[number]

const table: Record<SaleEvent, readonly Transition[]> = {
  launch: ['forSale', null, null, null, null, null, null],
  'accept-offer': [
    'sold',
    'sold',
    'OFFER_ALREADY_ACCEPTED',
    'OFFER_ALREADY_ACCEPTED',
    'OFFER_ALREADY_ACCEPTED',
    'OFFER_ON_WITHDRAWN',
    'OFFER_ALREADY_ACCEPTED',
  ],
  exchange: ['EXCHANGED_WITHOUT_OFFER', 'EXCHANGED_WITHOUT_OFFER', 'exchanged', null, null, 'EXCHANGED_WITHOUT_OFFER', null],
  'reopen-exchange': [null, null, null, 'sold', 'COMPLETED_WITHOUT_EXCHANGE', null, null],
  complete: [
    'COMPLETED_WITHOUT_OFFER',
    'COMPLETED_WITHOUT_OFFER',
    'COMPLETED_WITHOUT_EXCHANGE',
    'completed',
    null,
    'COMPLETED_WITHOUT_OFFER',
    'COMPLETED_WITHOUT_EXCHANGE',
  ],
  'reopen-completion': [null, null, null, null, 'exchanged', null, null],
  'fall-off': [
    'FALL_OFF_WITHOUT_SALE',
    'FALL_OFF_WITHOUT_SALE',
    'derived',
    'derived',
    'FALL_OFF_COMPLETED',
    'FALL_OFF_WITHOUT_SALE',
    null,
  ],
  'restore-sale': [
    'derived',
    'derived',
    'RESTORE_WITH_ACCEPTED_OFFER',
    'RESTORE_WITH_ACCEPTED_OFFER',
    'RESTORE_WITH_ACCEPTED_OFFER',
    'OFFER_ON_WITHDRAWN',
    'RESTORE_WITH_ACCEPTED_OFFER',
  ],
  withdraw: ['withdrawn', 'withdrawn', 'withdrawn', 'withdrawn', 'WITHDRAW_COMPLETED', null, null],
  'put-back': [null, null, null, null, null, 'derived', 'derived'],
}

export const transitionOf = (event: SaleEvent, column: TransitionColumn): Transition =>
  table[event][transitionColumns.indexOf(column)] ?? null
