import { useRef, useState } from 'react'
import { useFieldValue } from './field.tsx'

const waiting = new Set<() => void>()
let pressed = false

const release = (): void => {
  pressed = false
  for (const work of waiting) work()
  waiting.clear()
}

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => void (pressed = true), true)
  // The click event follows in the same task.
  for (const end of ['mouseup', 'dragend']) document.addEventListener(end, () => setTimeout(release), true)
}

/**
 * Delays a layout change until the pressed pointer is released and its click is dispatched: an error that appears on blur
 * must not move the button that is being clicked.
 */
export const afterPointerUp = (work: () => void): void => {
  if (pressed) waiting.add(work)
  else work()
}

/** Converts between text and value. `parse` returns undefined for unreadable text. */
export type ValueFormat<Value> = {
  parse: (text: string) => Value | null | undefined
  /** Text without focus: `£57,000`. */
  show: (value: Value) => string
  /** Text with focus: `57,000`. */
  edit: (value: Value) => string
  /** The form's value for unreadable text, which its validation rejects: NaN for numbers, the text for dates. */
  unreadable: (text: string) => Value
}

type Props<Value> = {
  value?: Value | null | undefined
  defaultValue?: Value | null | undefined
  onChange?: ((value: Value | null) => void) | undefined
}

/**
 * State of a text input whose value is not text. Typed text is formatted on blur. Unreadable text stays and is marked `wrong`.
 */
export const useTypedValue = <Value>(props: Props<Value>, typing: ValueFormat<Value>) => {
  const [value, setValue] = useFieldValue<Value | null>(props, null)
  const [draft, setDraft] = useState<{ text: string; gave: Value | null } | null>(null)
  const [focused, setFocused] = useState(false)
  const hasFocus = useRef(false)
  // A value set by the form replaces the typed text.
  const typed = draft && Object.is(draft.gave, value) ? draft.text : null
  const wrong = typed !== null && typed.trim() !== '' && typing.parse(typed) === undefined

  const textOf = (): string => {
    if (typed !== null && (focused || wrong)) return typed
    if (value === null) return ''
    return focused ? typing.edit(value) : typing.show(value)
  }
  return {
    value,
    text: textOf(),
    wrong,
    focused,
    type: (text: string) => {
      const read = text.trim() === '' ? null : typing.parse(text)
      const gave = read === undefined ? typing.unreadable(text) : read
      setDraft({ text, gave })
      setValue(gave)
    },
    /** Sets the value from a calendar or an arrow key. */
    pick: (next: Value | null) => {
      setDraft(null)
      setValue(next)
    },
    focus: () => {
      hasFocus.current = true
      setFocused(true)
    },
    /** Shows no error before the click that moved the focus is done. */
    blur: () => {
      hasFocus.current = false
      if (!wrong) setDraft(null)
      afterPointerUp(() => setFocused(hasFocus.current))
    },
  }
}
