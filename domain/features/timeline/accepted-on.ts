import type { DateOnly } from '../../common/dates.ts'

/** Date on which the accepted offer was accepted; null without one. */
export const acceptedOnOf = (offers: readonly { state: string; acceptedOn: DateOnly | null }[]): DateOnly | null =>
  offers.find(({ state }) => state === 'A')?.acceptedOn ?? null
