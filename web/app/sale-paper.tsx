import './sale-paper.css'
import { addressLine } from '@gya/domain/common/address-line.ts'
import { type DateOnly, daysBetween, londonDay, showDate, showDateTime, showDays } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { outcomeLabels } from '@gya/domain/features/conversations/conversations.model.ts'
import { describeMoves, exchangeMoves } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { saleFactsOf, saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { byDisplayOrder, tracks } from '@gya/domain/features/timeline/step-definitions.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { type ReactNode, useState } from 'react'
import { linkName } from '../features/chain/chain-edit.ts'
import { linkStatus, partyLabel } from '../features/chain/link-summary.ts'
import { chainStates, chainWords } from '../features/common/chain-light.tsx'
import { phaseLabel } from '../features/common/phase-badge.tsx'
import { partyOfSale, progressorName, stripRoles } from '../features/common/sale-parties.ts'
import { promiseText } from '../features/common/short-conversations.tsx'
import { useSaleItems } from '../features/common/use-sale-items.ts'
import { authorName, stepTitle } from '../features/notes/note-form.tsx'
import { useCall } from '../lib/api/use-call.ts'
import type { ExpectedDatesProps } from '../lib/screens.ts'
import { useMay, useMe } from '../lib/session/session.tsx'
import { Paper, PaperProgress } from '../ui/print/paper.tsx'

type Property = ExpectedDatesProps['property']

/** How many of each are printed, and characters of a note or of what was said. */
const most = { items: 3, moves: 4, conversations: 5, tasks: 12, notes: 5, links: 12, characters: 240 }

const short = (text: string): string => (text.length > most.characters ? `${text.slice(0, most.characters - 1)}…` : text)
const day = (date: DateOnly | null): string => (date === null ? 'not set' : showDate(date))
const joined = (...parts: (string | false | 0 | null | undefined)[]): string => parts.filter(Boolean).join(', ')
const moreOf = (count: number, shown: number): Line[] => (count > shown ? [{ text: `and ${count - shown} more` }] : [])

type Line = { on?: string; text: string; isLate?: boolean }

const Section = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <section>
    <h2>{title}</h2>
    <ul>
      {(lines.length === 0 ? [{ text: 'None' } as Line] : lines).map(({ on, text, isLate }) => (
        <li key={`${on} ${text}`} className={isLate ? 'paper-late' : undefined}>
          {on && <b>{on} </b>}
          {text}
        </li>
      ))}
    </ul>
  </section>
)

/** A sale on one A4 page. [seat §11](docs/design/seat.md#11). */
export function SalePaper({ property, params, onClose }: ExpectedDatesProps) {
  const { companyId, propertyId } = params
  const { fullName } = useMe()
  const mayView = useMay('day.view')
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const ofSale = (itemsPerPage: number) => ({ propertyId, itemsPerPage: String(itemsPerPage) })
  const on = { params: { companyId } }
  const items = useSaleItems(params)
  const conversations = useCall(listConversations, { ...on, query: ofSale(most.conversations) }, { enabled: mayView })
  const tasks = useCall(listTasks, { ...on, query: { ...ofSale(most.tasks), state: 'open' } }, { enabled: mayView })
  const notes = useCall(listNotes, { params, query: { itemsPerPage: String(most.notes) } })
  const reads = [items, notes, conversations, tasks]
  const failed = reads.filter(({ error }) => error)
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  if (failed.length > 0 || reads.some(({ isLoading }) => isLoading))
    return <PaperProgress error={failed[0]?.error?.message} onRetry={retry} onClose={onClose} />
  const { address, mi, company, branch, buyer, lender, contacts } = property
  const facts = {
    'Asking price': mi.currentAskingPrice === null ? 'Not known' : showPounds(mi.currentAskingPrice),
    'Agreed price': mi.agreedPrice === null ? 'Not agreed' : showPounds(mi.agreedPrice),
    'Expected fee': mi.fees.expected === null ? 'Not known' : showPoundsAndPence(mi.fees.expected),
    'Sales progressor': progressorName(contacts.bStaff),
    Chain: chainWords[chainStates[mi.chain]],
    'Buys with': buyer.cashBuyer ? 'Cash' : (lender?.name ?? 'Not known'),
  }
  const nextLines = items.items.slice(0, most.items).map((item): Line => {
    const { what, when, urgency } = describeItem(item, today)
    return { text: `${what}${when}`, isLate: urgency === 'late' }
  })
  const taskLines = (tasks.data?.data ?? []).map(({ title, dueOn, dueAt, assignee }) => ({
    text: joined(title, `${assignee.firstName} ${assignee.lastName}`, dueOn && `${showDate(dueOn)} ${dueAt ?? ''}`.trim()),
    isLate: dueOn !== null && dueOn < today,
  }))
  const conversationLines = (conversations.data?.data ?? []).map(({ at, party, author, sales, note, undoneOn }) => {
    const about = sales.find((one) => one.propertyId === propertyId)
    const outcome = about && [outcomeLabels[about.outcome], promiseText(about)].filter(Boolean).join(' ')
    const said = [note, about?.note].filter(Boolean).join(' ')
    const who = joined(outcome, party.name, author?.name)
    return { on: showDate(londonDay(at)), text: `${undoneOn ? 'Taken back: ' : ''}${who}${said && `: ${short(said)}`}` }
  })
  const noteLines = (notes.data?.data ?? []).map(({ createdon, author, message, timelineKey }) => ({
    on: showDate(londonDay(createdon)),
    text: `${joined(authorName(author), timelineKey && stepTitle(property.timeline.data, timelineKey))}: ${short(message)}`,
  }))
  return (
    <Paper layout="one-page" onDone={onClose}>
      <header>
        <h1>{addressLine(address)}</h1>
        <p>{`${phaseLabel(property.phase)} · ${company.name}, ${branch.name}`}</p>
      </header>
      <dl className="paper-facts">
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <Two>
        {mayView && <Section title="Next" lines={nextLines} />}
        <Section title="Days" lines={daysOf(property)} />
      </Two>
      <Timeline property={property} today={today} />
      <Parties property={property} />
      <Two>
        <Section title="Chain" lines={linksOf(property)} />
        {mayView && <Section title="Open tasks" lines={[...taskLines, ...moreOf(tasks.data?.paging.count ?? 0, most.tasks)]} />}
      </Two>
      <Two>
        {mayView && <Section title="Last conversations" lines={conversationLines} />}
        <Section title="Notes" lines={noteLines} />
      </Two>
      <footer>{`Internal · ${showDateTime(now)}, ${fullName}`}</footer>
    </Paper>
  )
}

const Two = ({ children }: { children: ReactNode }) => <div className="paper-two">{children}</div>

/** The expected days, and the last moves of the exchange. */
function daysOf(property: Property): Line[] {
  const { expectedExchange, exchangeHistory, expectedCompletion, completionDate, mortgageOfferExpires } = property
  const moves = exchangeHistory.filter(({ before, undone }) => before !== null && !undone).slice(-most.moves)
  return [
    { text: joined(`Expected exchange ${day(expectedExchange)}`, describeMoves(exchangeMoves(exchangeHistory))) },
    ...moves.map(({ on, before, at, by, reason }) => ({
      on: showDate(londonDay(at)),
      text: joined(`${day(before)} to ${day(on)}`, by, reason),
    })),
    { text: completionDate ? `Completion ${day(completionDate)}` : `Expected completion ${day(expectedCompletion)}` },
    { text: `Mortgage offer expires ${day(mortgageOfferExpires)}` },
  ]
}

/** From the onward purchase to the buyer's end; of a long chain the part around this sale. */
function linksOf({ chain: { items } }: Property): Line[] {
  const own = items.findIndex(({ thisProperty }) => thisProperty)
  const from = Math.max(0, Math.min(own - most.links / 2, items.length - most.links))
  const lines = items.slice(from, from + most.links).map((link): Line => {
    const { state, text } = linkStatus(link)
    const agent = `agent ${partyLabel(link, 'agent')}`.replace('Not known', 'not known')
    return { text: `${linkName(link)}: ${joined(text, agent, link.thisProperty && 'this sale')}`, isLate: state === 'incomplete' }
  })
  return [...lines, ...moreOf(items.length, most.links)]
}

function Timeline({ property, today }: { property: Property; today: DateOnly }) {
  const steps = property.timeline.data.filter(({ state }) => state !== 'NA').toSorted(byDisplayOrder)
  const sale = saleNow(saleFactsOf(property, property.timeline.data.map(fromTimelineItem)), today)
  const late = new Set(sale.late.map(({ key }) => key))
  const wordsOf = ({ key, state, completedOn }: (typeof steps)[number]): string => {
    if (state === 'C') return completedOn === null ? 'done' : showDate(completedOn)
    const date = sale.open.find((step) => step.key === key)?.date
    const when = date && (late.has(key) ? `${showDays(daysBetween(date, today))} late` : `due ${showDate(date)}`)
    return joined(state === 'B' ? 'delayed' : state === 'IP' && !date ? 'in progress' : null, when)
  }
  return (
    <section className="paper-steps">
      <h2>Timeline</h2>
      {tracks.map(({ track, title }) => (
        <dl key={track}>
          {steps.some(({ type }) => type === track) && <dt className="paper-track">{title}</dt>}
          {steps
            .filter(({ type }) => type === track)
            .map((step) => (
              <div key={step.key} className={late.has(step.key) ? 'paper-late' : step.state === 'C' ? 'paper-done' : undefined}>
                <dt>{`${step.state === 'C' ? '✓' : '○'} ${step.title}`}</dt>
                <dd>{wordsOf(step)}</dd>
              </div>
            ))}
        </dl>
      ))}
    </section>
  )
}

function Parties({ property }: { property: Property }) {
  const { additionalContacts, buyerDetails } = property.contacts
  const people = { vendorContact: additionalContacts, buyerContact: buyerDetails.additionalContacts }
  const rows = [
    ...stripRoles.map((role) => ({ role, ...partyOfSale(property, role) })).filter(({ ref }) => ref !== undefined),
    ...(['vendorContact', 'buyerContact'] as const).flatMap((role) =>
      people[role].map(({ firstName, lastName, ...rest }) => ({ role, firm: '', name: `${firstName} ${lastName}`, ...rest })),
    ),
  ]
  return (
    <section>
      <h2>Parties</h2>
      <table>
        <tbody>
          {rows.map(({ role, name, firm, tel, email }) => (
            <tr key={`${role} ${name} ${email}`}>
              <th scope="row">{saleRoleLabels[role]}</th>
              <td>{joined(name, firm)}</td>
              <td>{tel}</td>
              <td>{email}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
