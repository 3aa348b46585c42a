import { IconClock } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useFloating } from '../overlays/use-floating.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { nextIndex, OptionList } from './option-list.tsx'
import { useTypedValue, type ValueFormat } from './use-typed-value.ts'

/**
 * Parses 9:30, 09.30, 0930, 14, 2pm and 2.30 pm to `HH:mm`. Undefined for anything else and for times that do not exist.
 */
export const parseTime = (text: string): string | undefined => {
  const bare = text.trim().toLowerCase()
  const match = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?$/.exec(bare)
  if (!match) return undefined
  const [, hourText = '', minuteText = '00', half] = match
  const hour = Number(hourText)
  if (half && (hour < 1 || hour > 12)) return undefined
  const hours = half ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour
  if (hours > 23 || Number(minuteText) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minuteText}`
}

/** Times of day at intervals of `step` minutes from midnight. */
export const timesOfDay = (step: number): string[] =>
  Array.from({ length: Math.ceil((24 * 60) / step) }, (_, index) => {
    const minutes = index * step
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })

/** The value is the typed text while it is not a time: a schema rejects it. */
export type TimeFieldProps = FieldProps<string | null> & {
  /** Interval of the list in minutes. */
  step?: number | undefined
}

const times: ValueFormat<string> = {
  parse: parseTime,
  show: (time) => time,
  edit: (time) => time,
  unreadable: (text) => text,
}

/** The time that the list of an empty field opens at. */
const morning = '09:00'

/**
 * A time of day as `HH:mm`, typed or selected from a list. ArrowDown opens the list. Not `<input type="time">`: Firefox shows a 12-hour
 * clock regardless of the page's language.
 */
export const TimeField = (props: TimeFieldProps) => {
  const { step = 1 } = props
  const field = useTypedValue(props, times)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = open ? timesOfDay(step).map((time) => ({ value: time, label: time })) : []
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.querySelector('input')?.focus()
  }
  const { anchor, float } = useFloating<HTMLSpanElement, HTMLDivElement>({ open, onClose: close, matchWidth: true })
  const show = () => {
    const from = parseTime(field.value ?? '') ?? morning
    setActive(timesOfDay(step).findLastIndex((time) => time <= from))
    setOpen(true)
  }
  const pick = (time: string | undefined) => {
    if (time !== undefined) field.pick(time)
    close(true)
  }
  const off = isOff(props)
  const isFixed = off || props.readOnly
  const keys = (event: KeyboardEvent) => {
    if (isFixed) return
    if (!open) {
      if (event.key !== 'ArrowDown') return
      show()
    } else {
      const to = event.key === 'Home' || event.key === 'End' ? undefined : nextIndex(event.key, active, options.length)
      if (to !== undefined) setActive(to)
      else if (event.key === 'Enter') pick(options[active]?.value)
      else return
    }
    event.preventDefault()
  }
  const error = props.error ?? (field.wrong && !field.focused ? 'Enter a time such as 14:30.' : undefined)
  return (
    <Field {...props} error={error}>
      {(control) => (
        <span ref={anchor} className={classNames('in', off && 'off', props.readOnly && 'ro', error && 'bad')}>
          <input
            {...control}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-haspopup="listbox"
            aria-controls={open ? `${control.id}-list` : undefined}
            aria-activedescendant={open && active >= 0 ? `${control.id}-list-${active}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            name={props.name}
            value={field.text}
            placeholder="HH:MM"
            disabled={off}
            readOnly={props.readOnly}
            onChange={(event) => {
              field.type(event.currentTarget.value)
              setOpen(false)
            }}
            onFocus={(event) => {
              field.focus()
              props.onFocus?.(event)
            }}
            onBlur={(event) => {
              field.blur()
              props.onBlur?.(event)
            }}
            onKeyDown={keys}
          />
          {isFixed ? (
            <Icon of={IconClock} size={14} />
          ) : (
            <button
              type="button"
              className="in-btn"
              aria-label="Choose a time"
              aria-haspopup="listbox"
              aria-expanded={open}
              onClick={() => (open ? close(true) : show())}
            >
              <Icon of={IconClock} size={14} />
            </button>
          )}
          {open && (
            <div ref={float} className="pop tnum" popover="manual">
              <OptionList
                id={`${control.id}-list`}
                label="Times"
                options={options}
                active={active}
                isSelected={(time) => time === field.value}
                onPick={(option) => pick(option.value)}
                onActive={setActive}
              />
            </div>
          )}
        </span>
      )}
    </Field>
  )
}
