import { type Instant, londonDay, showDate, showTime } from '../../common/dates.ts'

/** Messages after changing action items. An item without a sale has no address. */
type Described = { description: string; line1: string | null }

const nameOf = ({ description, line1 }: Described): string => (line1 === null ? description : `${description} at ${line1}`)

const subject = (items: readonly Described[]): string => {
  const [first] = items
  return items.length === 1 && first ? nameOf(first) : `${items.length} action items`
}

const are = (items: readonly Described[]): string => (items.length === 1 ? 'is' : 'are')

export const describeSnooze = (items: readonly Described[], until: Instant): string =>
  `${subject(items)} ${are(items)} snoozed until ${showDate(londonDay(until))} ${showTime(until)}.`

export const describeUnsnooze = (items: readonly Described[]): string => `${subject(items)} ${are(items)} back.`

/** Steps started by a rule. */
type Started = { title: string; to: string | null; because: string }

const maxNamed = 3
const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "Searches back at 12 High Street is done. Enquiries raised started." */
export function describeDone(items: readonly Described[], changed: readonly Started[]): string {
  const started = changed.filter(({ because, to }) => because !== 'requested' && to === 'IP').map(({ title }) => title)
  const done = `${subject(items)} ${are(items)} done.`
  if (started.length === 0) return done
  const named = started.length > maxNamed ? started.slice(0, maxNamed - 1) : started
  const others = started.length - named.length
  return `${done} ${listFormat.format([...named, ...(others > 0 ? [`${others} others`] : [])])} started.`
}
