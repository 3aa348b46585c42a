import './short-conversations.css'
import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { outcomeLabels } from '@gya/domain/features/conversations/conversations.model.ts'
import { describeRecordedLater } from '@gya/domain/features/conversations/conversations.rules.ts'

type Conversation = Wire<typeof listConversations, 'response'>['data'][number]
type Sale = Conversation['sales'][number]

export const dayMonth = (day: string): string => showDate(day).slice(0, 5)

/** "for 04/11, broken"; null without a promise. */
export const promiseText = ({ promisedOn, promise }: Sale): string | null =>
  promisedOn && `for ${dayMonth(promisedOn)}${promise === null || promise === 'open' ? '' : `, ${promise}`}`

/** Sales of a conversation by outcome, in the order of the first of each. */
const byOutcome = (sales: readonly Sale[]): [Sale['outcome'], Sale[]][] => {
  const found = new Map<Sale['outcome'], Sale[]>()
  for (const sale of sales) found.set(sale.outcome, [...(found.get(sale.outcome) ?? []), sale])
  return [...found]
}

const aboutText = (sales: readonly Sale[]): string =>
  sales.map((sale) => [sale.address.line1, promiseText(sale)].filter(Boolean).join(' ')).join(', ')

/** The last conversations, each with its day, outcome and sales. */
export const ShortConversations = ({ conversations }: { conversations: readonly Conversation[] }) => (
  <ol className="short-conversations">
    {conversations.map(({ _id, at, recordedOn, sales, note, undoneOn }) => (
      <li key={_id}>
        <time dateTime={at}>{dayMonth(londonDay(at))}</time>
        <span>
          {byOutcome(sales).map(([outcome, same], index) => (
            <span key={outcome} className="outcome">
              {undoneOn !== null && index === 0 && 'Taken back: '}
              <b>{outcomeLabels[outcome]}</b> {outcome === 'promised' ? 'on' : 'about'} {aboutText(same)}
            </span>
          ))}
          {describeRecordedLater(at, recordedOn) !== '' && <span className="mut">{describeRecordedLater(at, recordedOn)}</span>}
          {note !== '' && <span className="mut">{note}</span>}
        </span>
      </li>
    ))}
  </ol>
)
