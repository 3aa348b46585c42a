import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'

type Noun = readonly [one: string, many: string]

const property: Noun = ['property', 'properties']
const sale: Noun = ['sale', 'sales']
const survey: Noun = ['survey', 'surveys']
const fallOff: Noun = ['fall-off', 'fall-offs']

/** What a row of a stat's list is, where it is not a property once: a property can have several. */
const rowNouns: Partial<Record<Metric, Noun>> = {
  viewings: ['viewing', 'viewings'],
  offers: ['offer', 'offers'],
  priceDeductions: ['price deduction', 'price deductions'],
  relaunches: ['relaunch', 'relaunches'],
  withdrawn: ['withdrawal', 'withdrawals'],
  salesAgreed: sale,
  feesSold: sale,
  averageAgreedPrice: sale,
  askingPriceAchieved: sale,
  cashBuys: sale,
  surveysBooked: survey,
  surveysCompleted: survey,
  fallOffs: fallOff,
  feesFallOff: fallOff,
  restored: ['restored sale', 'restored sales'],
}

const wholeNumber = new Intl.NumberFormat('en-GB')

/** `9 sales`, `1 property`: the heading of a list that has as many rows as its tile says. */
export function rowCountLabel(metric: Metric, count: number): string {
  const [one, many] = rowNouns[metric] ?? property
  return `${wholeNumber.format(count)} ${count === 1 ? one : many}`
}
