import { addDays, showDate, showTime, weekdayName } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readDay } from '@gya/domain/features/today/day.contract.ts'
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import './today-day.css'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { today as currentDay } from '../../lib/today.ts'
import { undoChosen } from '../../lib/undo/undo-last.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'

type Answer = Wire<typeof readDay, 'response'>
type Line = Answer['lines'][number]
type Promises = NonNullable<Answer['promises']>
type Place = Pick<Line, 'propertyId' | 'branchId' | 'address'>

/** As far as the server reads back. */
const daysBack = 30

const Address = ({ place: { propertyId, branchId, address } }: { place: Place }) => {
  const to = useScopedPath()
  if (!propertyId || !branchId || !address) return null
  const title = [address.line1, address.postcode].filter(Boolean).join(', ')
  return (
    <Link to={to('/property/timeline', { branch: branchId, property: propertyId })} title={title}>
      {address.line1}
    </Link>
  )
}

type Props = {
  companyId: string
  /** URL of the card of a party. */
  fullCardOf: (partyRef: string) => string
}

/** What the user did on a day, with times, and what is promised for the next weekday. Nobody reads anybody else's. */
export function TodayDay({ companyId, fullCardOf }: Props) {
  const [on, setOn] = useState<string | null>(null)
  const day = useCall(readDay, { params: { companyId }, query: on === null ? {} : { on } }, { keep: true })
  const queries = useQueryClient()
  const today = currentDay()
  const shown = on ?? today
  const step = (by: 1 | -1, label: string, disabledReason: string | false) => (
    <IconButton
      icon={by === 1 ? IconChevronRight : IconChevronLeft}
      size="s"
      variant="quiet"
      label={label}
      disabledReason={disabledReason || null}
      onClick={() => setOn(addDays(shown, by) === today ? null : addDays(shown, by))}
    />
  )
  const { data } = day
  return (
    <div className="day-end">
      <section className="frame" aria-label="Your day" aria-busy={!data || undefined}>
        <header className="day-head">
          {step(-1, 'Day before', shown <= addDays(today, -daysBack) && `Days are shown for ${daysBack} days.`)}
          <h2 aria-live="polite">
            {weekdayName(shown)} {showDate(shown)}
          </h2>
          {step(1, 'Day after', shown >= today && 'This is today.')}
          {data && <p className="day-sum">{data.sum}</p>}
        </header>
        {!data && !day.error && <SkeletonLines lines={8} />}
        {!data && day.error && <ReadFailed what="day" error={day.error} onRetry={() => void day.refetch()} />}
        {data && data.lines.length === 0 && (
          <EmptyState title={on === null ? 'Nothing recorded yet today.' : 'Nothing recorded on this day.'} />
        )}
        {data && data.lines.length > 0 && (
          <ol className={classNames('day-lines', day.isPlaceholderData && 'dimmed')}>
            {data.lines.map((line) => (
              <DayLine
                key={`${line.at} ${line.kind}`}
                line={line}
                onUndo={(undoId) => void undoChosen({ companyId, undoId, description: line.words }, queries)}
              />
            ))}
          </ol>
        )}
      </section>
      {data?.promises && <Tomorrow promises={data.promises} today={today} fullCardOf={fullCardOf} />}
    </div>
  )
}

const DayLine = ({ line, onUndo }: { line: Line; onUndo: (undoId: string) => void }) => {
  const { at, words, undoId, undoneOn } = line
  return (
    <li tabIndex={-1}>
      <time className="tnum" dateTime={at}>
        {showTime(at)}
      </time>
      <span className="day-place">
        <Address place={line} />
      </span>
      <span className="day-words">
        {undoneOn === null ? (
          words
        ) : (
          <>
            <s>{words}</s> <small>undone at {showTime(undoneOn)}</small>
          </>
        )}
      </span>
      {undoId !== null && (
        <Button
          size="s"
          variant="quiet"
          icon={IconArrowBackUp}
          aria-label={`Undo: ${words}`}
          onClick={(event) => {
            // The button leaves with the undo.
            event.currentTarget.closest('li')?.focus({ preventScroll: true })
            onUndo(undoId)
          }}
        >
          Undo
        </Button>
      )}
    </li>
  )
}

type TomorrowProps = Pick<Props, 'fullCardOf'> & { promises: Promises; today: string }

/** Each item opens the card of its party; a task without a party its sale. */
const Tomorrow = ({ promises: { on, items, overdue }, today, fullCardOf }: TomorrowProps) => (
  <section className="frame day-next" aria-label="For tomorrow">
    <header className="day-head">
      <h2>{on === addDays(today, 1) ? 'For tomorrow' : `For ${weekdayName(on)} ${showDate(on).slice(0, 5)}`}</h2>
    </header>
    <ul>
      {items.map((item) => {
        const { kind, words, at, partyRef, partyName, propertyId } = item
        const text = [at, partyName === '' ? words : `${partyName}: ${words}`].filter(Boolean).join(' ')
        return (
          <li key={[kind, words, at, partyRef, propertyId].join(' ')}>
            {partyRef === null ? text : <Link to={fullCardOf(partyRef)}>{text}</Link>}
            <small>
              <Address place={item} />
            </small>
          </li>
        )
      })}
    </ul>
    <p className="mut">
      {items.length === 0 && 'Nothing is promised. '}
      {overdue > 0 &&
        `${overdue} ${overdue === 1 ? 'promise, call-back or task is' : 'promises, call-backs and tasks are'} overdue.`}
    </p>
  </section>
)
