import { addDays, type DateOnly, isDateOnly, showDate } from '@gya/domain/common/dates.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { today } from '../../lib/today.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Button, IconButton } from '../../ui/button.tsx'

/** The past day in the URL whose forecasts are shown; undefined for today. */
export function useAsAt(): DateOnly | undefined {
  const asked = useSearchParam('asAt')
  return asked !== undefined && isDateOnly(asked) && asked < today() ? asked : undefined
}

/** Query parameter `asAt` of the calls; empty for today. */
export const asAtQuery = (asAt: DateOnly | undefined): { asAt?: DateOnly } => (asAt === undefined ? {} : { asAt })

/** Buttons for the day before and after. */
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
      disabledReason={day >= today() ? 'There is no forecast of tomorrow yet' : null}
      onClick={() => onDay(addDays(day, 1))}
    />
  </span>
)

/** Selects the day whose forecasts the page shows. The day is in the URL. */
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

/** "Days before forecast_known_since say without chains." [forecast §5](docs/design/forecast.md#5). */
export const WithoutChains = ({ comparison }: { comparison: string }) => (
  <p className="note" role="note">
    Without chains: on this day the history of chains, firms and contacts had not begun. {comparison}
  </p>
)
