import { addDays, type DateOnly, londonDay, showDate, showTime } from '../../common/dates.ts'
import type { CustomerSide } from '../customer-checks/customer-checks.model.ts'
import { checkLeadDays } from '../customer-checks/customer-checks.rules.ts'
import { type Register, sideReadyUntil } from '../customer-checks/customer-state.ts'
import { maskBankDetails } from '../mail-in/bank-details.ts'
import { type Proposer, proposerLabels } from '../party-links/party-links.model.ts'
import { describeProposal } from '../party-links/proposals.rules.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { type SaleRole, toPartyRef } from '../property-contacts/parties.ts'
import type { SaleNow } from '../sale-now/sale-now.ts'
import { isDelayed, type Lateness, lateSince } from '../timeline/most-urgent-step.ts'
import { isActivePhase } from '../timeline/phase.ts'
import { saleProgress } from '../timeline/sale-progress.ts'
import { findStep, stepKeys } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import type { ActionItemFacts, CallBackFacts, MailFacts, ProposalFacts, SaleFacts, TaskFacts } from './item-facts.ts'
import { describeNews, newsDays } from './news.ts'
import { type Contacted, ourselves, type PartiesOfSale, partyOfStep, personOf, professional } from './party-of-step.ts'
import { lateness, leadDays, wholePounds } from './points.ts'

/**
 * Derives the action items of a property: the table of [day §3](docs/design/day.md#3). Pure, without a clock: what depends on the current
 * day (lateness, points, group) is computed when items are read.
 */

/** An item as stored. Lateness is in hundredths, the fee in pounds, progress in thousandths. */
export type DerivedItem = {
  key: string
  kind: StoredKind
  partyRef: string | null
  partyRole: SaleRole
  firmId: string | null
  /** The assignee of a task, otherwise the sales progressor. */
  progressorId: string | null
  description: string
  showsOn: DateOnly
  showsUntil: DateOnly | null
  dueOn: DateOnly
  dueAt: string | null
  lateBase: number
  latePerDay: number
  lateCap: number
}

/** `blocked` is returned by the API as `step`. */
export const storedKinds = [
  'step',
  'blocked',
  'survey',
  'exchange',
  'callback',
  'proposal',
  'mail',
  'task',
  'silence',
  'expiry',
  'move',
  'news',
] as const
export type StoredKind = (typeof storedKinds)[number]

/** Creates an item that appears on its due day, without another party. */
const item = (
  key: string,
  kind: StoredKind,
  description: string,
  dueOn: DateOnly,
  [lateBase, latePerDay, lateCap]: Lateness,
  party: Contacted,
  rest: Partial<DerivedItem> = {},
): Omit<DerivedItem, 'progressorId'> & { progressorId?: string | null } => ({
  key,
  kind,
  description,
  ...party,
  showsOn: dueOn,
  showsUntil: null,
  dueOn,
  dueAt: null,
  lateBase,
  latePerDay,
  lateCap,
  ...rest,
})
type NewItem = ReturnType<typeof item>

const latest = (day: DateOnly, other: DateOnly | null): DateOnly => (other !== null && other > day ? other : day)

const { Exchanged, Completed } = stepKeys

/**
 * "Completed (25) has no step item, the move stands for it; Exchanged (24) has none while an expected exchange is set." A
 * survey that awaits its report has only the item of the survey.
 */
function stepItems({ property, timeline, sale, facts }: Derived, hasMove: boolean): NewItem[] {
  return sale.open.flatMap((open) => {
    const { key, date: warningDate } = open
    const step = findStep(timeline, key)
    if (!step || (key === Completed && hasMove) || (key === Exchanged && property.expectedExchange !== null)) return []
    const party = partyOfStep(property, step, facts.surveyFirms)
    if (isDelayed(open)) {
      const dueOn = lateSince(open)
      // "Shows at once", even if a template sets a later due day.
      return dueOn === null ? [] : [item(`step:${step.key}`, 'blocked', step.title, dueOn, lateness.blocked, party)]
    }
    if (warningDate === null) return []
    if (isSurveyType(step.key) && step.survey?.awaitingReports) {
      const shows = { showsOn: addDays(warningDate, 1) }
      return [item(`survey:${step.key}`, 'survey', `${step.title} report`, warningDate, lateness.survey, party, shows)]
    }
    return [item(`step:${step.key}`, 'step', step.title, warningDate, lateness.step, party)]
  })
}

function exchangeItems({ property, sale }: Derived): NewItem[] {
  if (sale.standing !== 'agreed' || property.expectedExchange === null) return []
  const day = property.expectedExchange
  const shows = { showsOn: addDays(day, 1) }
  return [item('exchange', 'exchange', 'Exchange', day, lateness.exchange, professional(property, 'vendorSolicitor'), shows)]
}

const callBackItem = ({ conversationId, nextAt, partyRef, partyRole, firmId }: CallBackFacts): NewItem => {
  const time = showTime(nextAt)
  // 07:00 is the start time of days without a time.
  return item(
    `callback:${conversationId}`,
    'callback',
    'Ring back',
    londonDay(nextAt),
    lateness.callback,
    {
      partyRef,
      partyRole,
      firmId,
    },
    { dueAt: time === '07:00' ? null : time },
  )
}

const roleOfParty: Record<Proposer, SaleRole> = {
  'vendor-conveyancer': 'vendorSolicitor',
  'buyer-conveyancer': 'buyerSolicitor',
  buyer: 'buyer',
  vendor: 'vendor',
  broker: 'buyerBroker',
  'survey-contact': 'surveyContact',
  // Proposals of assistants are no items.
  staff: 'self',
}

/**
 * "An open proposal is a matter of its own kind, due at once, that ends when it is decided." [connect §6.7](docs/design/connect.md#6.7).
 */
function proposalItem(
  property: PartiesOfSale,
  { id, createdOn, party, partyRef, contactId, pocId, ...content }: ProposalFacts,
): NewItem {
  const ref = partyRef ?? (pocId ? toPartyRef('poc', pocId) : contactId ? toPartyRef('firm', contactId) : null)
  const person = personOf(property, party.startsWith('vendor') ? 'vendor' : 'buyer')
  const contacted = ref ? { partyRef: ref, partyRole: roleOfParty[party], firmId: contactId } : person
  const description = `${proposerLabels[party]}: ${describeProposal(content)}`
  return item(`proposal:${id}`, 'proposal', description, londonDay(createdOn), lateness.proposal, contacted)
}

/** "E-mail: Searches, proposes Searches back on 10/03/2026". It asks for an answer, in every standing of the sale. */
function mailItem({ id, arrivedOn, subject, proposes, didNotArrive, ...party }: MailFacts): NewItem {
  const first = proposes ? `, proposes ${describeProposal(proposes)}` : ''
  const words =
    didNotArrive === null ? `E-mail: ${maskBankDetails(subject).slice(0, 100)}${first}` : `Did not arrive: ${didNotArrive}`
  const contacted =
    party.partyRef === null ? ourselves : { partyRef: party.partyRef, partyRole: party.partyRole, firmId: party.firmId }
  return item(`mail:${id}`, 'mail', words, londonDay(arrivedOn), lateness.mail, contacted)
}

export const taskItem = ({ id, title, assigneeId, dueOn, dueAt, createdOn }: TaskFacts): DerivedItem => ({
  ...item(
    `task:${id}`,
    'task',
    title,
    dueOn ?? londonDay(createdOn),
    dueOn === null ? lateness.taskWithoutDay : lateness.task,
    ourselves,
    { dueAt },
  ),
  progressorId: assigneeId,
})

/**
 * From the launch on: since the last update, otherwise since the acceptance or the launch, or the import if that came later: GYA does not
 * know of updates before it.
 */
function silenceItems({ property, timeline, sale: { standing }, facts }: Derived): NewItem[] {
  const isForSale = standing === 'none'
  const acceptedOn = property.offers.find(({ state }) => state === 'A')?.acceptedOn ?? null
  const launchedOn = findStep(timeline, stepKeys.PropertyLaunched)?.completedOn ?? null
  if (isForSale && launchedOn === null) return []
  const sinceImport = (day: DateOnly | null) => day && latest(day, facts.importedOn)
  const vendorSince = facts.vendorLastUpdatedOn ?? sinceImport(acceptedOn ?? launchedOn)
  const vendorDue = vendorSince && addDays(vendorSince, isForSale ? facts.silence.vendorForSale : facts.silence.vendor)
  const buyerSince = isForSale ? null : (facts.buyerLastUpdatedOn ?? sinceImport(acceptedOn))
  const buyerDue = buyerSince && addDays(buyerSince, facts.silence.buyer)
  return [
    ...(vendorDue
      ? [item('silence:vendor', 'silence', 'Update the vendor', vendorDue, lateness.vendorSilence, personOf(property, 'vendor'))]
      : []),
    ...(buyerDue
      ? [item('silence:buyer', 'silence', 'Update the buyer', buyerDue, lateness.buyerSilence, personOf(property, 'buyer'))]
      : []),
  ]
}

function expiryItems({ property, sale: { standing } }: Derived): NewItem[] {
  const { expectedExchange, mortgageOfferExpires, mi } = property
  const vendor = personOf(property, 'vendor')
  const { cSignedEndDate, noticeGiven, noticeEnd } = mi
  const isBeforeExchange = mortgageOfferExpires !== null && expectedExchange !== null && mortgageOfferExpires < expectedExchange
  return [
    ...(standing === 'agreed' && mortgageOfferExpires
      ? [
          item(
            'expiry:mortgage',
            'expiry',
            'Mortgage offer',
            addDays(mortgageOfferExpires, -leadDays.mortgage),
            isBeforeExchange ? lateness.mortgageBeforeExchange : lateness.mortgage,
            professional(property, 'buyerBroker'),
          ),
        ]
      : []),
    ...(standing === 'none' && cSignedEndDate
      ? [
          item(
            'expiry:contract',
            'expiry',
            'Agency agreement',
            addDays(cSignedEndDate, -leadDays.contract),
            lateness.contractEnd,
            vendor,
            {
              showsUntil: addDays(cSignedEndDate, leadDays.contract),
            },
          ),
        ]
      : []),
    // Notice no longer matters after exchange.
    ...(standing !== 'exchanged' && noticeGiven && noticeEnd
      ? [item('expiry:notice', 'expiry', 'Notice', addDays(noticeEnd, -leadDays.notice), lateness.notice, vendor)]
      : []),
  ]
}

/**
 * "A launched property whose vendor is not `ready`, an accepted offer whose buyer is not, and a check that ends within 14 days":
 * [sale-file §2.2.8](docs/design/sale-file.md#2.2.8). Until exchange; the words say nothing of what was found.
 */
function checkItems({ property, timeline, sale: { standing }, register }: Derived): NewItem[] {
  if (!register?.on || (standing !== 'none' && standing !== 'agreed')) return []
  const launchedOn = findStep(timeline, stepKeys.PropertyLaunched)?.completedOn ?? null
  const accepted = property.offers.find(({ state }) => state === 'A')
  const of = (side: CustomerSide, since: DateOnly | null, offerId: string | null): NewItem[] => {
    if (since === null) return []
    const until = sideReadyUntil(register, side, offerId)
    const words = `Customer checks of the ${side}${until === null ? '' : `, good until ${showDate(until)}`}`
    const dueOn = until === null ? since : addDays(until, -checkLeadDays)
    return [item(`checks:${side}`, 'expiry', words, dueOn, lateness.notice, personOf(property, side))]
  }
  return [...of('vendor', launchedOn, null), ...(accepted ? of('buyer', accepted.acceptedOn, accepted._id) : [])]
}

function moveItems({ property, sale }: Derived): NewItem[] {
  const { completionDate } = property
  if (completionDate === null || (sale.standing !== 'exchanged' && sale.planned === null)) return []
  const dueOn = addDays(completionDate, -leadDays.move)
  // A move of contracts that are not exchanged shows once it is missed.
  const rest = sale.planned === null ? {} : { showsOn: addDays(completionDate, 1) }
  return [item('move', 'move', 'Move', dueOn, lateness.move, personOf(property, 'vendor'), rest)]
}

/** "Sales of Nobody have no news". Entries without a current progressor are left out of the lists. */
function newsItems({ news }: ActionItemFacts): NewItem[] {
  const [first] = news
  if (!first) return []
  const dueOn = londonDay(first.at)
  return [item('news', 'news', describeNews(news), dueOn, lateness.news, ourselves, { showsUntil: addDays(dueOn, newsDays) })]
}

const hasItems = ({ phase, standing }: SaleNow): boolean => isActivePhase(phase) && standing !== 'completed'

export type DerivedItems = { sale: SaleFacts; items: DerivedItem[] }

type Derived = {
  property: PropertyDetail
  timeline: Timeline
  sale: SaleNow
  register: Register | null
  facts: ActionItemFacts
}

type Property = { detail: PropertyDetail; timeline: Timeline; sale: SaleNow; register: Register | null }

export function actionItemsOf(
  { detail: property, timeline, sale: now, register }: Property,
  facts: ActionItemFacts,
): DerivedItems {
  const sale: SaleFacts = {
    fee: wholePounds(property.mi.fees.expected),
    phase: now.phase,
    progress: Math.round(1000 * saleProgress(timeline).ratio),
    expectedExchange: property.expectedExchange,
  }
  const toProgressor = (all: readonly NewItem[]) => all.map((one) => ({ ...one, progressorId: facts.progressorId }))
  const mails = facts.mails.map(mailItem)
  if (!hasItems(now)) return { sale, items: toProgressor(mails) }
  const derived = { property, timeline, sale: now, register, facts }
  const moves = moveItems(derived)
  const items = [
    ...stepItems(derived, moves.length > 0),
    ...exchangeItems(derived),
    ...facts.callBacks.map(callBackItem),
    ...facts.proposals.map((one) => proposalItem(property, one)),
    ...mails,
    ...silenceItems(derived),
    ...expiryItems(derived),
    ...checkItems(derived),
    ...moves,
    ...newsItems(facts),
  ]
  return { sale, items: [...toProgressor(items), ...facts.tasks.map(taskItem)] }
}
