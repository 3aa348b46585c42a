import { showPounds } from '@gya/domain/common/money.ts'

type Figures = { falls: number; exchanges: number; rate: number | null; fees: number; restored: number }

export const percent = (share: number): string => `${Math.round(100 * share)} %`

/** "12 sales fell through, with expected fees of £30,000; 40 exchanged. That is 23 % of both." */
export function fallThroughInWords({ falls, exchanges, rate, fees }: Omit<Figures, 'restored'>): string {
  if (falls === 0) return `No sale fell through; ${exchanges} exchanged.`
  const share = rate === null ? 'Shares are shown from 10 on.' : `That is ${percent(rate)} of both.`
  const fell = falls === 1 ? '1 sale' : `${falls} sales`
  return `${fell} fell through, with expected fees of ${showPounds(Math.round(fees))}; ${exchanges} exchanged. ${share}`
}

/** Describes what is left out, so that the figure can be reconciled with the fall-offs of the dashboard, which include restored sales. */
export function restoredInWords({ restored }: Pick<Figures, 'restored'>): string {
  const definition = 'A sale that was restored has not fallen through'
  if (restored === 0) return `${definition}; there was none.`
  const fell = restored === 1 ? '1 more fell off and was restored' : `${restored} more fell off and were restored`
  return `${definition}: ${fell}, which the management dashboard counts as ${restored === 1 ? 'a fall-off' : 'fall-offs'}.`
}
