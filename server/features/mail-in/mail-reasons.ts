import { type MatchReason, matchReasons } from '@gya/domain/features/mail-in/mail-in.model.ts'

/** Why an e-mail is on a sale, or may be about it, as it is stored. */
export type SaleReasons = { reasons: MatchReason[]; words: string; isChosen: boolean; fellOffOn: string | null }

/** Reads the stored value; a person's choice has no reason. */
export function toReasons(stored: unknown): SaleReasons {
  const { reasons = [], words = '', isChosen = false, fellOffOn = null } = (stored ?? {}) as Partial<SaleReasons>
  return { reasons: reasons.filter((one) => matchReasons.includes(one)), words, isChosen, fellOffOn }
}

export const byHand: SaleReasons = { reasons: [], words: '', isChosen: true, fellOffOn: null }

export const showReasons = ({ words, reasons }: SaleReasons): string => words || reasons[0] || 'by hand'
