import type { DateOnly } from '@gya/domain/common/dates.ts'
import { HeadlessMantineProvider } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import './calendar.css'
import { Icon } from '../icon.tsx'

type Props = { value: DateOnly | null; min?: DateOnly | undefined; max?: DateOnly | undefined; onPick: (date: DateOnly) => void }

const parts = {
  calendarHeader: 'cal-head',
  calendarHeaderControl: 'cal-arrow',
  calendarHeaderLevel: 'cal-level',
  month: 'cal-month',
  monthsList: 'cal-list',
  yearsList: 'cal-list',
  weekday: 'cal-weekday',
  day: 'cal-day',
  monthsListControl: 'cal-cell',
  yearsListControl: 'cal-cell',
}

const labels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next ten years',
  previousDecade: 'Previous ten years',
}

/**
 * A month from which to pick a day: Mantine's date picker for its keyboard support and levels, used headless, so that it adds no style
 * tags, variables or styles of its own. Loaded when it is first opened.
 */
const Calendar = ({ value, min, max, onPick }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const days = box.current
    const first =
      days?.querySelector<HTMLElement>('[data-selected]') ?? days?.querySelector<HTMLElement>('.cal-day[tabindex="0"]')
    first?.focus()
  }, [])
  return (
    <HeadlessMantineProvider>
      <div ref={box}>
        <DatePicker
          value={value}
          {...(value ? { defaultDate: value } : {})}
          onChange={(date) => {
            if (date) onPick(date)
          }}
          {...(min ? { minDate: min } : {})}
          {...(max ? { maxDate: max } : {})}
          firstDayOfWeek={1}
          highlightToday
          hideOutsideDates={false}
          classNames={parts}
          ariaLabels={labels}
          previousIcon={<Icon of={IconChevronLeft} size={16} />}
          nextIcon={<Icon of={IconChevronRight} size={16} />}
        />
      </div>
    </HeadlessMantineProvider>
  )
}

export default Calendar
