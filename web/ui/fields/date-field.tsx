import { type Nearest, parseDate, parseDayWords } from '@gya/domain/common/date-words.ts'
import { type DateOnly, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useFloating } from '../overlays/use-floating.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { useTypedValue, type ValueFormat } from './use-typed-value.ts'

/** Loaded when the calendar is first opened. */
const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(loadCalendar)
const fetchAhead = () => void loadCalendar()

/** The value is the typed text while it is not a date: a `DateOnly` schema rejects it. */
export type DateFieldProps = FieldProps<DateOnly | null> & {
  /** First and last day of the calendar. */
  min?: DateOnly | undefined
  max?: DateOnly | undefined
  placeholder?: string | undefined
  small?: boolean | undefined
  /** Which day "27/11" and "thu" are. The default is the last one in fields up to today, the next one in others. */
  nearest?: Nearest | undefined
  /** Error for text that is not a day. */
  unreadable?: string | undefined
}

const daysOf = (parse: (text: string) => DateOnly | undefined): ValueFormat<DateOnly> => ({
  parse,
  show: (date) => (parseDate(date) === undefined ? date : showDate(date)),
  edit: (date) => (parseDate(date) === undefined ? date : showDate(date)),
  unreadable: (text) => text,
})

const readDay =
  ({ max, nearest }: DateFieldProps) =>
  (text: string): DateOnly | undefined => {
    const today = londonDay(new Date().toISOString())
    return parseDayWords(text, nearest ?? (max !== undefined && max <= today ? 'past' : 'future'), today)
  }

/** "03/12", beside the typed words, which need the room; with its year in another one. */
const shortDay = (date: DateOnly): string =>
  showDate(date).slice(0, date.slice(0, 4) === londonDay(new Date().toISOString()).slice(0, 4) ? 5 : undefined)

const whyNot = (date: DateOnly | null, { min, max }: DateFieldProps): string | undefined => {
  if (date === null || parseDate(date) === undefined) return undefined
  if (min && date < min) return `Enter ${showDate(min)} or a later day.`
  if (max && date > max) return `Enter ${showDate(max)} or an earlier day.`
  return undefined
}

/** A date, typed (DD/MM/YYYY, other British formats, without a year, or words: "thu", "in 2 weeks", shown as what they became) or picked from a calendar. ArrowDown opens the calendar. */
export const DateField = (props: DateFieldProps) => {
  const field = useTypedValue(props, daysOf(readDay(props)))
  const [open, setOpen] = useState(false)
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.querySelector('input')?.focus()
  }
  const { anchor, float } = useFloating<HTMLSpanElement, HTMLDivElement>({ open, onClose: close })
  const error =
    props.error ??
    (field.focused ? undefined : field.wrong ? (props.unreadable ?? 'Enter a day as DD/MM/YYYY.') : whyNot(field.value, props))
  const off = isOff(props)
  const shownDay = field.value !== null && parseDate(field.value) ? field.value : null
  const hasWords = field.focused && /[a-z+]/i.test(field.text)
  return (
    <Field {...props} error={error}>
      {(control) => (
        <span
          ref={anchor}
          className={classNames('in', props.small && 'small', off && 'off', props.readOnly && 'ro', error && 'bad')}
        >
          <input
            {...control}
            type="text"
            autoComplete="off"
            name={props.name}
            value={field.text}
            placeholder={props.placeholder ?? 'DD/MM/YYYY'}
            disabled={off}
            readOnly={props.readOnly}
            onChange={(event) => field.type(event.currentTarget.value)}
            onFocus={(event) => {
              field.focus()
              props.onFocus?.(event)
            }}
            onBlur={(event) => {
              field.blur()
              props.onBlur?.(event)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || props.readOnly) return
              event.preventDefault()
              setOpen(true)
            }}
          />
          {hasWords && shownDay && <span className="unit">{shortDay(shownDay)}</span>}
          {!hasWords && !props.readOnly && !off && (
            <button
              type="button"
              className="in-btn"
              aria-label={shownDay ? `Choose a day, now ${showDate(shownDay)}` : 'Choose a day'}
              aria-haspopup="dialog"
              aria-expanded={open}
              onPointerEnter={fetchAhead}
              onFocus={fetchAhead}
              onClick={() => (open ? close(true) : setOpen(true))}
            >
              <Icon of={IconCalendar} size={14} />
            </button>
          )}
          {(off || props.readOnly) && <Icon of={IconCalendar} size={14} />}
          {open && (
            <div ref={float} className="pop calendar" popover="manual" role="dialog" aria-label="Choose a day">
              <Suspense fallback={<div className="calendar-wait" role="status" aria-label="Loading, please wait." />}>
                <Calendar
                  value={shownDay}
                  min={props.min}
                  max={props.max}
                  onPick={(date) => {
                    field.pick(date)
                    close(true)
                  }}
                />
              </Suspense>
            </div>
          )}
        </span>
      )}
    </Field>
  )
}
