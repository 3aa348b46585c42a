import { type DateOnly, daysBetween, type Instant, londonDay, showDate, showDays } from '../../common/dates.ts'
import { joinWords } from '../../common/day-in-words.ts'
import { type Pence, showPounds, toPounds } from '../../common/money.ts'
import { showCount } from '../../common/show-count.ts'
import type { EventData } from '../events/event-facts.ts'
import type { EventKind } from '../events/event-kinds.ts'
import { type SaleRole, saleRoleLabels } from '../property-contacts/parties.ts'
import { isOwnStep, type SpokenFacts, standingClaim } from '../sale-now/claims.ts'
import { agreedMove, isOpenStep, type SaleNow } from '../sale-now/sale-now.ts'
import { clauseOf } from '../sale-now/sentences.ts'
import { isDelayed, warningColour } from '../timeline/most-urgent-step.ts'
import { findStep, isComplete, type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Step } from '../timeline/timeline.model.ts'
import { outcomeWords } from '../today/describe-item.ts'
import type { Proof, SaleSentence } from './sale-summary.model.ts'

/**
 * Where a sale stands in at most five sentences for the agency: each with the entries of the record that hold the days, amounts and names in
 * it. A part without such an entry is left out. [open §3.3](docs/design/open.md#3.3).
 */

/** An entry of the record. */
export type SummaryEntry = { id: string; at: Instant; kind: EventKind; data: EventData }

export type SummaryFacts = {
  ids: { branchId: string; propertyId: string }
  address: string
  sale: SaleNow
  spoken: SpokenFacts
  /** The accepted buyer; empty if unknown, or not shown to the caller. */
  buyer: string
  agreedPrice: Pence | null
  askingPrice: Pence | null
  acceptedOn: DateOnly | null
  /** The day since which viewings and offers are counted; null before the launch. */
  marketedSince: DateOnly | null
  offers: number
  /** The place of the sale in its chain. */
  link: { place: number; of: number } | null
  /** Who does a step. */
  roleOf: (step: Step) => SaleRole
  /** Contacts about a step that were not answered. */
  attempts: Readonly<Record<string, number>>
  /** Half of such sales exchange by `halfBy`; null: later than a year. `decides`: the step or link that decides it. */
  forecast: { halfBy: DateOnly | null; decides: string | null } | null
  /** Newest first. */
  entries: readonly SummaryEntry[]
}

/** The kinds of entries that prove a sentence. */
export const provingKinds = [
  'taken-on',
  'imported',
  'withdrawn',
  'asking-price-added',
  'asking-price-updated',
  'relaunch-added',
  'relaunch-updated',
  'offer-added',
  'offer-updated',
  'offer-amended',
  'offer-accepted',
  'offer-acceptance-dated',
  'contacts-saved',
  'sold-price-saved',
  'management-info-saved',
  'fall-off',
  'step-changed',
  'completion-date-set',
  'chain-saved',
  'conversation-logged',
  'conversation-taken-back',
] as const satisfies readonly EventKind[]

/** An address of the app. */
const pathOf = (screen: string, { branchId, propertyId }: SummaryFacts['ids'], more = ''): string =>
  `/property/${screen}?branch=${branchId}&property=${propertyId}${more}`

const proofOf = ({ ids }: SummaryFacts, { id, at }: SummaryEntry): Proof => {
  const on = londonDay(at)
  return { kind: 'entry', eventId: id, on, path: pathOf('record', ids, `&from=${on}&until=${on}&id=${id}`) }
}

const listProof = ({ ids, spoken }: SummaryFacts, screen: string): Proof => ({
  kind: 'list',
  eventId: null,
  on: spoken.today,
  path: pathOf(screen, ids),
})

const holdsIn = (data: unknown, value: string | number): boolean =>
  data === value ||
  (typeof data === 'object' && data !== null && Object.values(data).some((inner: unknown) => holdsIn(inner, value)))

/** Whether an entry holds a name, an amount or a day: its own day, or one that was entered. */
export const holds = ({ at, data }: SummaryEntry, value: string | number): boolean =>
  londonDay(at) === value || holdsIn(data, value)

/** The newest entry of these kinds that holds a value. */
const entryWith = ({ entries }: SummaryFacts, value: string | number, kinds: readonly EventKind[]): SummaryEntry | undefined =>
  entries.find((entry) => kinds.includes(entry.kind) && holds(entry, value))

/** The newest entry by which a step came into one of these states. */
const stepEntry = ({ entries }: SummaryFacts, key: StepKey, states: readonly string[]): SummaryEntry | undefined =>
  entries.find(
    ({ kind, data }) => kind === 'step-changed' && data.key === key && data.from !== data.to && states.includes(String(data.to)),
  )

type Part = { words: string; proof: SummaryEntry | undefined }

/** Joins the parts that are proved. */
const provedWords = (parts: readonly Part[]): string => parts.map(({ words, proof }) => (proof ? words : '')).join('')
const proofsOf = (facts: SummaryFacts, parts: readonly Part[]): Proof[] => {
  const entries = new Map(parts.flatMap(({ proof }) => (proof ? [[proof.id, proof]] : [])))
  return [...entries.values()].map((entry) => proofOf(facts, entry))
}

const part = (words: string, proof: SummaryEntry | undefined): Part => ({ words, proof })

/** " since 12/10/2026", where the entry that says so gives that day. */
const since = (facts: SummaryFacts, on: DateOnly | null, kinds: readonly EventKind[], words = ' since '): Part =>
  on === null ? part('', undefined) : part(`${words}${showDate(on)}`, entryWith(facts, on, kinds))

const priceKinds: readonly EventKind[] = [
  'offer-added',
  'offer-updated',
  'offer-amended',
  'offer-accepted',
  'sold-price-saved',
  'management-info-saved',
  'asking-price-added',
  'asking-price-updated',
]
const price = (facts: SummaryFacts, amount: Pence | null): Part =>
  amount === null ? part('', undefined) : part(` at ${showPounds(toPounds(amount))}`, entryWith(facts, amount, priceKinds))

/** By which a property comes on the market. */
const marketKinds: readonly EventKind[] = ['step-changed', 'relaunch-added', 'relaunch-updated', 'fall-off']
const offerKinds: readonly EventKind[] = ['offer-accepted', 'offer-updated', 'offer-added', 'offer-amended', 'contacts-saved']
const buyer = (facts: SummaryFacts): Part =>
  facts.buyer === '' ? part('', undefined) : part(` to ${facts.buyer}`, entryWith(facts, facts.buyer, offerKinds))

const doneOn = (facts: SummaryFacts, key: StepKey): DateOnly | null => findStep(facts.spoken.timeline, key)?.completedOn ?? null

/** " on 12/11/2026", of a step that is done. */
const doneDay = (facts: SummaryFacts, key: StepKey): Part => {
  const on = doneOn(facts, key)
  const entry = stepEntry(facts, key, ['C'])
  return part(on !== null && entry && holds(entry, on) ? ` on ${showDate(on)}` : '', entry)
}

const withdrawnSince = (facts: SummaryFacts): Part => {
  const entry = facts.entries.find(({ kind }) => kind === 'withdrawn')
  const on = entry && (typeof entry.data.on === 'string' ? entry.data.on : londonDay(entry.at))
  return part(on ? ` since ${showDate(on)}` : '', entry)
}

/** What is said before the parts, the parts, and what is said after them. */
type Standing = { before: string; parts: Part[]; after?: string }

function fellThrough(facts: SummaryFacts, after: string): Standing {
  const entry = facts.entries.find(({ kind }) => kind === 'fall-off')
  const day = part(entry ? ` on ${showDate(londonDay(entry.at))}` : '', entry)
  return { before: `The sale of ${facts.address} fell through`, parts: [day], after }
}

function standing(facts: SummaryFacts): Standing {
  const { address, sale, spoken, acceptedOn, agreedPrice, askingPrice, marketedSince, link } = facts
  const claim = standingClaim(spoken, sale)
  const sold = [buyer(facts), price(facts, agreedPrice)]
  switch (claim?.is) {
    case 'preparing':
      if (spoken.fellOffOn !== null) return fellThrough(facts, '; it is not on the market again yet')
      return {
        before: `${address} is not on the market yet`,
        parts: [since(facts, doneOn(facts, stepKeys.TakeOn), ['taken-on', 'step-changed', 'imported'], '; it was taken on on ')],
      }
    case 'on-market':
    case 'counted':
      return {
        before: `${address} is for sale`,
        parts: [price(facts, askingPrice), since(facts, marketedSince, marketKinds)],
      }
    case 'fell-through':
      return fellThrough(facts, '; it is for sale again')
    case 'withdrawn':
      return { before: `${address} is withdrawn`, parts: [withdrawnSince(facts)] }
    case 'paused':
      return { before: `${address} is withdrawn`, parts: [withdrawnSince(facts)], after: '; the agreed sale is on hold' }
    case 'exchanged':
    case 'planned':
    case 'today':
      return {
        before: `${address} is sold`,
        parts: [
          ...sold,
          part('; contracts were exchanged', stepEntry(facts, stepKeys.Exchanged, ['C'])),
          doneDay(facts, stepKeys.Exchanged),
        ],
      }
    case 'completed':
    case 'ended':
      return {
        before: `The sale of ${address}`,
        parts: [...sold, part(' completed', stepEntry(facts, stepKeys.Completed, ['C'])), doneDay(facts, stepKeys.Completed)],
      }
    default:
      return {
        before: `${address} is sold`,
        parts: [
          ...sold,
          since(facts, acceptedOn, ['offer-accepted', 'offer-acceptance-dated']),
          part(
            link ? `; link ${link.place} of ${link.of}` : '',
            link ? facts.entries.find(({ kind }) => kind === 'chain-saved') : undefined,
          ),
        ],
      }
  }
}

function standsSentence(facts: SummaryFacts): SaleSentence | null {
  const { before, parts, after = '' } = standing(facts)
  const proofs = proofsOf(facts, parts)
  return proofs.length === 0 ? null : { kind: 'stands', text: `${before}${provedWords(parts)}${after}.`, proofs }
}

/** The step whose completion was recorded last, and still holds. Of those of one change the one that a person set. */
function lastSentence(facts: SummaryFacts): SaleSentence | null {
  const { timeline } = facts.spoken
  const done = facts.entries.filter(
    ({ kind, data }) =>
      kind === 'step-changed' && data.to === 'C' && data.from !== 'C' && isComplete(timeline, data.key as StepKey),
  )
  const newest = done.filter(({ at }) => at === done[0]?.at)
  const entry = newest.find(({ data }) => data.because === 'requested') ?? newest[0]
  const step = entry && findStep(timeline, entry.data.key as StepKey)
  if (!entry || !step) return null
  const on = step.completedOn !== null && holds(entry, step.completedOn) ? ` on ${showDate(step.completedOn)}` : ''
  return { kind: 'last', text: `Last: ${step.title}, done${on}.`, proofs: [proofOf(facts, entry)] }
}

/** "12 viewings and 2 offers since 12/10/2026." */
function marketSentence(facts: SummaryFacts): SaleSentence | null {
  const { spoken, offers, marketedSince } = facts
  const from = since(facts, marketedSince, marketKinds)
  if (!from.proof) return null
  const text = `${showCount(spoken.viewings, 'viewing')} and ${showCount(offers, 'offer')}${from.words}.`
  return { kind: 'waiting', text, proofs: [...proofsOf(facts, [from]), listProof(facts, 'viewings'), listProof(facts, 'offers')] }
}

const mostWaits = 4

/** "since 16/11/2026", or "delayed since 16/11/2026", of the entry that holds the day. */
function runningSince(facts: SummaryFacts, { key, startedOn, blockedOn }: Step): Part {
  const delay = blockedOn === null ? undefined : stepEntry(facts, key, ['B'])
  if (delay && blockedOn && holds(delay, blockedOn)) return part(`delayed since ${showDate(blockedOn)}`, delay)
  const start = stepEntry(facts, key, ['IP', 'B'])
  return part(start && startedOn && holds(start, startedOn) ? `since ${showDate(startedOn)}` : '', start)
}

/** "the answers to the enquiries (vendor’s solicitor, since 16/11/2026)" */
function waitOf(facts: SummaryFacts, step: Step): Part | null {
  const clause = clauseOf({ is: 'waiting-for', step: step.key, isNamed: false })
  const what = clause !== '' && step.survey?.awaitingReports ? `the report of ${clause}` : clause
  // The agreed day of completion has its own sentence.
  if (what === '' || (step.key === stepKeys.Completed && agreedMove(facts.sale) !== null)) return null
  const role = facts.roleOf(step)
  const who = role === 'self' ? '' : saleRoleLabels[role].replace(/^./, (letter) => letter.toLowerCase())
  const { words, proof } = runningSince(facts, step)
  const details = [what.includes(who) ? '' : who, words].filter(Boolean).join(', ')
  return part(details === '' ? what : `${what} (${details})`, proof)
}

function waitingSentence(facts: SummaryFacts): SaleSentence | null {
  const { sale, spoken } = facts
  const waits = spoken.timeline.flatMap((step) =>
    isOpenStep(sale, step) && !isOwnStep(step.key) ? (waitOf(facts, step) ?? []) : [],
  )
  const proved = waits.filter(({ proof }) => proof)
  if (proved.length === 0) return null
  const shown = proved.slice(0, mostWaits)
  const more = proved.length - shown.length
  const words = joinWords([...shown.map((one) => one.words), ...(more > 0 ? [`${more} more`] : [])])
  const proofs = [...proofsOf(facts, shown), ...(more > 0 ? [listProof(facts, 'timeline')] : [])]
  return { kind: 'waiting', text: `We are waiting for ${words}.`, proofs }
}

/** "; left message on 26/11/2026, 2 tries" */
function contactAbout({ entries, attempts }: SummaryFacts, key: StepKey): Part {
  const isTakenBack = (id: unknown) =>
    entries.some(({ kind, data }) => kind === 'conversation-taken-back' && data.conversationId === id)
  const items = [`step:${key}`, `survey:${key}`]
  const entry = entries.find(
    ({ kind, data }) =>
      kind === 'conversation-logged' &&
      Array.isArray(data.itemKeys) &&
      data.itemKeys.some((item) => items.includes(String(item))) &&
      !isTakenBack(data.conversationId),
  )
  const words = entry && (outcomeWords as Readonly<Record<string, string>>)[String(entry.data.outcome)]
  if (!entry || !words) return part('', undefined)
  const on = londonDay(typeof entry.data.heldAt === 'string' ? entry.data.heldAt : entry.at)
  const tries = items.map((item) => attempts[item] ?? 0).find(Boolean) ?? 0
  return part(`; ${words} on ${showDate(on)}${tries > 1 ? `, ${tries} tries` : ''}`, entry)
}

/** "Enquiries answered is 6 days overdue; left message on 26/11/2026, 2 tries." */
function troubleSentence(facts: SummaryFacts): SaleSentence {
  const { sale, spoken } = facts
  const { next, late } = sale
  const list = listProof(facts, 'timeline')
  const colour = next && warningColour(next, spoken.today)
  if (!next || (colour === null && !isDelayed(next))) return { kind: 'trouble', text: 'Nothing is overdue.', proofs: [list] }
  const days = next.date === null ? 0 : daysBetween(next.date, spoken.today)
  const step = findStep(spoken.timeline, next.key)
  const running = step ? runningSince(facts, step) : part('', undefined)
  const delayed = running.words.startsWith('delayed') ? running.words : 'delayed'
  const state = [isDelayed(next) ? delayed : '', days > 0 ? `${showDays(days)} overdue` : ''].filter(Boolean).join(', ')
  const title = step?.title ?? ''
  const words =
    colour === 'amber'
      ? `${title}: its report has been awaited for ${showDays(days)}`
      : `${title} ${title.endsWith('s') ? 'are' : 'is'} ${state}`
  const others = late.filter(({ key }) => key !== next.key).length
  const more = others > 0 ? `; ${showCount(others, 'more is', 'more are')} overdue` : ''
  const contact = contactAbout(facts, next.key)
  const parts = [running, contact]
  return { kind: 'trouble', text: `${words}${provedWords([contact])}${more}.`, proofs: [...proofsOf(facts, parts), list] }
}

/** The agreed day of completion, or the forecast of the exchange. */
function aheadSentence(facts: SummaryFacts): SaleSentence | null {
  const { sale, forecast, ids, spoken } = facts
  const move = agreedMove(sale)
  if (move !== null) {
    const parts = [part('', entryWith(facts, move, ['completion-date-set', 'step-changed']))]
    const proofs = proofsOf(facts, parts)
    return proofs.length === 0 ? null : { kind: 'ahead', text: `Completion is agreed for ${showDate(move)}.`, proofs }
  }
  if (!forecast || sale.standing !== 'agreed') return null
  const by = forecast.halfBy === null ? 'take longer than a year to exchange' : `exchange by ${showDate(forecast.halfBy)}`
  const decides = forecast.decides === null ? '' : `; ${forecast.decides} decides it`
  const path = pathOf('timeline', ids, `&how=sale.${ids.propertyId}.${ids.branchId}`)
  return {
    kind: 'ahead',
    text: `Half of such sales ${by}${decides}.`,
    proofs: [{ kind: 'forecast', eventId: null, on: spoken.today, path }],
  }
}

/** The sentences in their order; of a sale that has ended or is stopped, the first two. */
export function saleSummary(facts: SummaryFacts): SaleSentence[] {
  const { spoken, sale } = facts
  const claim = standingClaim(spoken, sale)
  const isFallen = claim?.is === 'preparing' && spoken.fellOffOn !== null
  const hasEnded =
    isFallen || (claim !== null && ['withdrawn', 'paused', 'fell-through', 'completed', 'ended'].includes(claim.is))
  const isOnMarket = claim?.is === 'on-market' || claim?.is === 'counted'
  const sentences = [standsSentence(facts), lastSentence(facts)]
  if (!hasEnded)
    sentences.push(isOnMarket ? marketSentence(facts) : waitingSentence(facts), troubleSentence(facts), aheadSentence(facts))
  return sentences.filter((sentence) => sentence !== null)
}
