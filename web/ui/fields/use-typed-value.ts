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
  // The click of a press comes after its release, in the same task.
  for (const end of ['mouseup', 'dragend']) document.addEventListener(end, () => setTimeout(release), true)
}

/**
 * Does what moves the page once the mouse button or finger that is down has been lifted and has clicked: something that
 * appears when a field is left must not move the button that is being pressed from under the pointer.
 */
export const afterPointerUp = (work: () => void): void => {
  if (pressed) waiting.add(work)
  else work()
}

/** How a value is read from what was typed and shown again. `parse` answers undefined for what cannot be read. */
export type ValueFormat<Value> = {
  parse: (text: string) => Value | null | undefined
  /** At rest: `£57,000`. */
  show: (value: Value) => string
  /** While the field has the focus: `57,000`. */
  edit: (value: Value) => string
  /** What the form gets for text that cannot be read, so that its own check refuses it: NaN for numbers, the text for dates. */
  unreadable: (text: string) => Value
}

type Props<Value> = {
  value?: Value | null | undefined
  defaultValue?: Value | null | undefined
  onChange?: ((value: Value | null) => void) | undefined
}

/**
 * A field whose value is not text. What is typed stays as typed until the field is left; then the value is shown in its
 * own form. Text that cannot be read stays, is marked `wrong`, and is never silently dropped.
 */
export const useTypedValue = <Value>(props: Props<Value>, typing: ValueFormat<Value>) => {
  const [value, setValue] = useFieldValue<Value | null>(props, null)
  const [draft, setDraft] = useState<{ text: string; gave: Value | null } | null>(null)
  const [focused, setFocused] = useState(false)
  const hasFocus = useRef(false)
  // A reset or a reload from outside wins over what was typed before it.
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
    /** Sets the value from elsewhere than the keyboard (a calendar, an arrow key). */
    pick: (next: Value | null) => {
      setDraft(null)
      setValue(next)
    },
    focus: () => {
      hasFocus.current = true
      setFocused(true)
    },
    /** The field stays as it is, with no error under it, until what is being pressed has been clicked. */
    blur: () => {
      hasFocus.current = false
      if (!wrong) setDraft(null)
      afterPointerUp(() => setFocused(hasFocus.current))
    },
  }
}
