import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { classNames } from './class-names.ts'
import { parseDate } from './date-text.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { useFloating } from './floating.ts'
import { Icon } from './icon.tsx'
import { useTypedValue, type ValueFormat } from './typed-value.ts'

/** The month view comes with its library only when somebody opens it: most dates are typed. */
const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(loadCalendar)
const fetchAhead = () => void loadCalendar()

/** The value is the typed text itself while it is not a day: a `DateOnly` schema refuses it, so it is never saved by mistake. */
export type DateFieldProps = FieldProps<DateOnly | null> & {
  /** First and last day that may be chosen. */
  min?: DateOnly | undefined
  max?: DateOnly | undefined
  placeholder?: string | undefined
  small?: boolean | undefined
}

const days: ValueFormat<DateOnly> = {
  parse: parseDate,
  show: (date) => (parseDate(date) === undefined ? date : showDate(date)),
  edit: (date) => (parseDate(date) === undefined ? date : showDate(date)),
  unreadable: (text) => text,
}

const whyNot = (date: DateOnly | null, { min, max }: DateFieldProps): string | undefined => {
  if (date === null || parseDate(date) === undefined) return undefined
  if (min && date < min) return `Enter ${showDate(min)} or a later day.`
  if (max && date > max) return `Enter ${showDate(max)} or an earlier day.`
  return undefined
}

/** A day, typed (DD/MM/YYYY and other British ways) or picked from a month. ArrowDown opens the month. */
export const DateField = (props: DateFieldProps) => {
  const field = useTypedValue(props, days)
  const [open, setOpen] = useState(false)
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.querySelector('input')?.focus()
  }
  const { anchor, float } = useFloating<HTMLSpanElement, HTMLDivElement>({ open, onClose: close })
  const error =
    props.error ?? (field.focused ? undefined : field.wrong ? 'Enter a day as DD/MM/YYYY.' : whyNot(field.value, props))
  const off = isOff(props)
  const shownDay = field.value !== null && parseDate(field.value) ? field.value : null
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
            inputMode="numeric"
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
          {!props.readOnly && !off && (
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
