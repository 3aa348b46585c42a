import { stepKeys } from '../timeline/step-definitions.ts'
import { horizonDays } from './distributions.ts'
import { allRecorded } from './entry-shares.ts'
import { type Learned, tablesFor } from './learning.ts'
import { isLinkKnown, type LinkFacts, linkStanding } from './link-standing.ts'
import { curveOf } from './step-curve.ts'
import { type ForecastTables, isReadyToday, readyChances, type SaleStanding } from './step-network.ts'

/** When the outside links of a chain are ready. [forecast §5.3](docs/design/forecast.md#5.3); decision 86. */

const tablesForLink = (learned: Learned): ForecastTables => ({
  ...tablesFor(learned, {
    leasehold: null,
    inChain: true,
    branch: '',
    vendorFirm: null,
    buyerFirm: null,
    broker: null,
    lender: null,
    progressor: null,
  }),
  entries: allRecorded,
})

type OfSale = {
  standing: SaleStanding
  learned: Learned
  /** When the sales of the company in the chain are ready. */
  own?: readonly Float64Array[]
}

/**
 * The chance that each link is ready by each day. If nobody follows it, it takes the usual time since its last entry; the longer everything
 * else has been ready, the less likely it is ready already.
 */
export function readyOfLinks(links: readonly LinkFacts[], { standing, learned, own = [] }: OfSale): Float64Array[] {
  const tables = tablesForLink(learned)
  const followed = links.map((link) => (link.ticked.size > 0 ? readyChances(linkStanding(link), tables, 3) : null))
  const known = followed.filter((_, index) => isLinkKnown(links[index] as LinkFacts))
  const exchange = standing.steps.get(stepKeys.Exchanged)
  const isWaiting = [...own, ...known].every((ready) => ready === null || isReadyToday(ready))
  const waiting = waitingChances(tables, exchange?.status === 'running' && isWaiting ? exchange.days : 0)
  return links.map((link, index) => {
    const ready = followed[index] ?? null
    if (ready !== null && isLinkKnown(link)) return ready
    const since = Math.min(link.changedDaysAgo, horizonDays - 1)
    const lost = readySince(readyChances(linkStanding(asAtLastEntry(link)), tables, 3), since, waiting)
    if (ready === null) return lost.chances
    const [asFollowed, asLost] = [(1 - shareLost) * chanceOfNoTick(link, tables), shareLost * lost.likelihood]
    const share = asFollowed / (asFollowed + asLost)
    return lost.chances.map((chance, day) => share * (ready[day] as number) + (1 - share) * chance)
  })
}

/** Of the links with entries, the share that nobody follows to the end. A choice: it is not recorded. */
const shareLost = 0.1

/** The chance that the checklist of a link that is followed has not changed for so long: its first open step takes longer. */
function chanceOfNoTick(link: LinkFacts, { table, k }: ForecastTables): number {
  const [key] = [...linkStanding(link).steps].find(([, { status }]) => status === 'running') ?? []
  return key === undefined ? 1 : Math.exp(-curveOf(table(key), k).hazardAt(link.changedDaysAgo - 1))
}

/** A link whose sale fell through so many days ago: nothing is known of its next sale. */
export const fallenLink = (daysAgo: number): LinkFacts => ({
  addedDaysAgo: daysAgo,
  cash: false,
  ticked: new Map(),
  changedDaysAgo: daysAgo,
})

const asAtLastEntry = (link: LinkFacts): LinkFacts => ({
  ...link,
  addedDaysAgo: Math.max(0, link.addedDaysAgo - link.changedDaysAgo),
  changedDaysAgo: 0,
  ticked: new Map([...link.ticked].map(([key, days]) => [key, days === null ? null : Math.max(0, days - link.changedDaysAgo)])),
})

/** Element u: the chance that there is no exchange within u days in which everything is ready, of at most `waited` days. */
const waitingChances = ({ exchangeAlone, k }: ForecastTables, waited: number): Float64Array =>
  new Float64Array(Math.min(waited, horizonDays) + 1).map((_, days) => Math.exp(-curveOf(exchangeAlone, k).hazardAt(days - 1)))

/**
 * Chances by day from today on, of chances by day that began `since` days ago, and the likelihood that there is no exchange yet.
 * `waiting`: see `waitingChances`.
 */
function readySince(chances: Float64Array, since: number, waiting: Float64Array): { chances: Float64Array; likelihood: number } {
  const at = (day: number): number =>
    (chances[Math.min(day, horizonDays - 1)] as number) - (day > 0 ? (chances[day - 1] as number) : 0)
  let ready = 0
  for (let day = 0; day <= since; day++) ready += at(day) * (waiting[Math.min(since - day, waiting.length - 1)] as number)
  const total = ready + 1 - (chances[since] as number)
  const result = new Float64Array(horizonDays)
  for (let day = 0; day < horizonDays; day++) {
    const later = (chances[Math.min(since + day, horizonDays - 1)] as number) - (chances[since] as number)
    result[day] = (ready + later) / total
  }
  return { chances: result, likelihood: total }
}
