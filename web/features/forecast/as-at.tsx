import { addDays, type DateOnly, isDateOnly, showDate } from '@gya/domain/common/dates.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { today } from '../../lib/today.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button, IconButton } from '../../ui/button.tsx'

/** The past day in the address, as at which forecasts are shown; undefined for today. */
export function useAsAt(): DateOnly | undefined {
  const asked = useSearchParam('asAt')
  return asked !== undefined && isDateOnly(asked) && asked < today() ? asked : undefined
}

/** `asAt` of the calls, only where a past day is asked for. */
export const asAtQuery = (asAt: DateOnly | undefined): { asAt?: DateOnly } => (asAt === undefined ? {} : { asAt })

/** A day back and forth. */
export const DayArrows = ({ day, onDay }: { day: DateOnly; onDay: (day: DateOnly) => void }) => (
  <span className="how-as-at">
    <IconButton icon={IconChevronLeft} label="The day before" size="s" onClick={() => onDay(addDays(day, -1))} />
    <span className="tnum" role="status">
      As at {showDate(day)}
    </span>
    <IconButton
      icon={IconChevronRight}
      label="The day after"
      size="s"
      disabledReason={day >= today() ? 'Tomorrow is not known yet' : null}
      onClick={() => onDay(addDays(day, 1))}
    />
  </span>
)

/** The day of the page, in its address: what was known, and said, on that day. */
export function AsAtControl() {
  const asAt = useAsAt()
  const setParams = useSetSearchParams()
  return (
    <span className="how-as-at">
      <DayArrows day={asAt ?? today()} onDay={(day) => setParams({ asAt: day >= today() ? undefined : day })} />
      {asAt !== undefined && (
        <Button size="s" variant="quiet" onClick={() => setParams({ asAt: undefined })}>
          Today
        </Button>
      )}
    </span>
  )
}

/** "Days before forecast_known_since say without chains." Forecast design, section 5. */
export const WithoutChains = () => (
  <p className="note" role="note">
    Without chains: the company’s chains, firms and contacts were not kept on this day yet.
  </p>
)
