import type { Basis } from '@gya/domain/features/forecast/learning.ts'

/** "Basis said on every figure." Forecast design, section 4. */
export function basisInWords(basis: Basis, finishedSales: number, company: string): string {
  const sales = finishedSales === 1 ? '1 sale' : `${finishedSales} sales`
  if (basis === 'own') return `From ${sales} of ${company} that exchanged in two years.`
  if (basis === 'part') return `From ${sales} of ${company} that exchanged in two years, steadied by published times.`
  return finishedSales === 0
    ? `No sale of ${company} has exchanged yet: dates are from published times. From 30 on its own count.`
    : `${sales} of ${company} ${finishedSales === 1 ? 'has' : 'have'} exchanged so far: dates are mostly from published times. From 30 on its own count.`
}

export const showCount = (count: number): string => count.toLocaleString('en-GB', { maximumFractionDigits: 1 })
export const showFactor = (factor: number): string => `× ${factor.toFixed(2)}`

/** "Pace × 0.73, slower than usual." */
export function paceInWords(pace: number): string {
  const words = pace < 0.95 ? 'slower than usual' : pace > 1.05 ? 'quicker than usual' : 'as usual'
  return `pace ${showFactor(pace)}, ${words}`
}
