import { londonDay, showDate, showDayMonth, showTime } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { isAgreedPhase, isExchangedPhase } from '@gya/domain/features/timeline/phase.ts'
import { actionItemGroupLabels } from '@gya/domain/features/today/action-item.model.ts'
import { arithmeticText, describeItem, describeTries } from '@gya/domain/features/today/describe-item.ts'
import { IconArrowBackUp, IconCheck, IconClockPause, IconTruck } from '@tabler/icons-react'
import { memo } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { TodayState } from './today-params.ts'
import type { TodayItem } from './today-rows.ts'
import { signOf } from './today-signs.ts'

/** Callbacks of rows. They are stable, so that a row renders only when it changes. */
export type RowActions = {
  select: (id: string, selected: boolean) => void
  complete: (id: string) => void
  snooze: (id: string) => void
  unsnooze: (id: string) => void
  toggle: (id: string) => void
  mark: (id: string) => void
  hrefOf: (item: TodayItem) => string | null
}

type Props = {
  id: string
  item: TodayItem
  level: 1 | 2
  today: string
  state: TodayState
  marked: boolean
  selected: boolean
  mayWork: boolean
  actions: RowActions
}

export const addressOf = ({ address }: Pick<TodayItem, 'address'>): string => address?.line1 ?? 'No sale'

/** `12/11`, with the time unless it is 07:00. */
const backOn = (until: string, today: string): string => {
  const day = londonDay(until)
  const time = showTime(until)
  const when = day === today ? '' : showDate(day).slice(0, 5)
  return [when, when === '' || time !== '07:00' ? time : ''].filter(Boolean).join(' ')
}

/** "Searches back, 4 days late", with attempts; for waiting items also the return, unless a column shows it. */
export const ItemWords = ({ item, today, state }: Pick<Props, 'item' | 'today' | 'state'>) => {
  const { what, when, urgency } = describeItem(item, today)
  const tries = describeTries(item)
  return (
    <>
      <span className="what">{what}</span>
      {when && <span className={classNames('when', urgency === 'late' && 'over', urgency === 'timed' && 'amber')}>{when}</span>}
      {state === 'waiting' && item.snooze && <em className="back">back {backOn(item.snooze.until, today)}</em>}
      {(tries || item.decides?.isThis) && (
        <span className="words-more">
          {tries && <em>{tries}</em>}
          {item.decides?.isThis && (
            <em className="of-exchange">
              decides<span> the exchange</span>
            </em>
          )}
        </span>
      )}
    </>
  )
}

/** The full text of a row, for truncated rows. */
const itemText = (item: TodayItem, today: string): string => {
  const { what, when } = describeItem(item, today)
  return [what + when, describeTries(item)].filter(Boolean).join(', ').replace(/, ?$/, '')
}

/** One action item, 36 px high. Only the controls of the marked row are in the tab order. */
export const ItemRow = memo(function ItemRow({ id, item, level, today, state, marked, selected, mayWork, actions }: Props) {
  const { icon, tone } = signOf(item)
  const address = addressOf(item)
  const href = actions.hrefOf(item)
  const tab = marked ? 0 : -1
  const isLate = item.expectedExchange !== null && item.expectedExchange < today && isAgreedPhase(item.phase)
  const what = `${item.description} of ${address}`
  return (
    <div
      role="row"
      aria-level={level}
      aria-selected={selected}
      className={classNames('today-row', marked && 'marked')}
      data-row={id}
      tabIndex={tab}
    >
      <span role="gridcell" className="bx">
        {mayWork && (
          <label className="check">
            <input
              type="checkbox"
              aria-label={`Select ${what}`}
              tabIndex={tab}
              checked={selected}
              onChange={(event) => actions.select(id, event.currentTarget.checked)}
            />
          </label>
        )}
      </span>
      <span role="gridcell" className={`sg ${tone}`}>
        <Icon of={icon} size={16} />
        <span className="vh">{actionItemGroupLabels[item.group]}</span>
      </span>
      <span role="gridcell" className="ad" title={item.address ? `${address}, ${item.address.postcode}` : undefined}>
        {href ? (
          <Link to={href} tabIndex={tab}>
            {address}
          </Link>
        ) : (
          <span className="mut">{address}</span>
        )}
      </span>
      <span role="gridcell" className="wd">
        <span className="words" title={itemText(item, today)}>
          <ItemWords item={item} today={today} state={state === 'waiting' ? 'now' : state} />
        </span>
        {mayWork && (
          <span className="row-actions">
            {item.canComplete && (
              <IconButton
                icon={IconCheck}
                size="s"
                variant="quiet"
                label={`Done: ${what}`}
                tabIndex={tab}
                onClick={() => actions.complete(id)}
              />
            )}
            {state === 'waiting' ? (
              <IconButton
                icon={IconArrowBackUp}
                size="s"
                variant="quiet"
                label={`Bring back now: ${what}`}
                tabIndex={tab}
                onClick={() => actions.unsnooze(id)}
              />
            ) : (
              <IconButton
                icon={IconClockPause}
                size="s"
                variant="quiet"
                label={`Snooze ${what}`}
                tabIndex={tab}
                onClick={() => actions.snooze(id)}
              />
            )}
          </span>
        )}
      </span>
      {state === 'waiting' ? (
        <span role="gridcell" className="r x">
          {item.snooze && backOn(item.snooze.until, today)}
        </span>
      ) : (
        <span role="gridcell" className={classNames('r x', isLate && 'over')}>
          {isExchangedPhase(item.phase) ? (
            <Exchanged completionDate={item.completionDate} />
          ) : (
            item.expectedExchange && <Day day={item.expectedExchange} />
          )}
          {isLate && <span className="vh">, passed</span>}
        </span>
      )}
      <span role="gridcell" className="r fee">
        {item.fee !== null && showPounds(item.fee)}
      </span>
      <span role="gridcell" className="pts" data-tip={arithmeticText(item, today)}>
        {item.points}
      </span>
    </div>
  )
})

/** The expected exchange of contracts that are exchanged is past: the day of completion, marked as such. */
const Exchanged = ({ completionDate }: { completionDate: string | null }) =>
  completionDate === null ? (
    <>exchanged</>
  ) : (
    <span className="exchanged" title={`Exchanged, completion on ${showDate(completionDate)}`}>
      <Icon of={IconTruck} size={14} /> <span className="vh">exchanged, completion on </span>
      <Day day={completionDate} />
    </span>
  )

/** `28-Nov`: only the day has tabular figures. */
const Day = ({ day }: { day: string }) => {
  const text = showDayMonth(day)
  return (
    <>
      <span className="d">{text.slice(0, 2)}</span>
      {text.slice(2)}
    </>
  )
}
