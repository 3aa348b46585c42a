import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { type ChevronProps, DayPicker, type DropdownProps } from 'react-day-picker'
import './calendar.css'
import { Icon } from '../icon.tsx'

type Props = { value: DateOnly | null; min?: DateOnly | undefined; max?: DateOnly | undefined; onPick: (date: DateOnly) => void }

const classNames = {
  month: 'cal-month',
  month_caption: 'cal-levels',
  button_previous: 'cal-arrow',
  button_next: 'cal-arrow',
  weekday: 'cal-weekday',
  day_button: 'cal-day',
}

/** The picker works with midnights in the browser's time zone. */
const toMidnight = (date: DateOnly): Date =>
  new Date(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)))
const toDateOnly = (midnight: Date): DateOnly =>
  [
    String(midnight.getFullYear()).padStart(4, '0'),
    ...[midnight.getMonth() + 1, midnight.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-')

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const labels = {
  labelDayButton: (day: Date, { today, selected }: { today?: boolean; selected?: boolean }) =>
    `${today ? 'Today, ' : ''}${dayName.format(day)}${selected ? ', selected' : ''}`,
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelMonthDropdown: () => 'Month',
  labelYearDropdown: () => 'Year',
}

const components = {
  Chevron: ({ orientation }: ChevronProps) => <Icon of={orientation === 'left' ? IconChevronLeft : IconChevronRight} size={16} />,
  Dropdown: ({ options, ...select }: DropdownProps) => (
    <select {...select} className="cal-level">
      {options?.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  ),
}

/** The dialog was opened by a key or a button for picking a day. */
const focusAtOnce = { autoFocus: true }

/** Years on either side of the shown day from which to choose, within the first and last day. */
const years = 20

/** A month from which to pick a day: React DayPicker for its keyboard support, without its styles. Loaded when it is first opened. */
const Calendar = ({ value, min, max, onPick }: Props) => {
  const [today] = useState(() => toMidnight(londonDay(new Date().toISOString())))
  const first = min ? toMidnight(min) : undefined
  const last = max ? toMidnight(max) : undefined
  const shown = value ? toMidnight(value) : today
  return (
    <DayPicker
      mode="single"
      required
      {...focusAtOnce}
      selected={value ? shown : undefined}
      onSelect={(day) => onPick(toDateOnly(day))}
      today={today}
      defaultMonth={shown}
      startMonth={first ?? new Date(shown.getFullYear() - years, 0)}
      endMonth={last ?? new Date(shown.getFullYear() + years, 11)}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      weekStartsOn={1}
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      lang="en-GB"
      classNames={classNames}
      labels={labels}
      components={components}
    />
  )
}

export default Calendar
