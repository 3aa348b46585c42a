/** Type-ahead buffer of a form: text typed while its module is loading becomes the input of its first field, and reaches no shortcut. */
export type TypedAhead = { text: string; enter: boolean }

const nothing: TypedAhead = { text: '', enter: false }
let typed: TypedAhead | null = null
let until = Number.POSITIVE_INFINITY
let isDiscarding = false

/** Discarding ends when no key was pressed for so long. */
const discardMilliseconds = 1_500

export const typedAhead = {
  /** Starts buffering, for at most these milliseconds. */
  begin: (milliseconds = Number.POSITIVE_INFINITY): void => {
    typed = nothing
    until = performance.now() + milliseconds
    isDiscarding = false
  },
  /** Drops what was buffered, and the keys that follow: a sentence for a field that does not open is no commands. */
  discard: (): void => {
    typedAhead.begin(discardMilliseconds)
    isDiscarding = true
  },
  isDiscarding: (): boolean => isDiscarding && typedAhead.isOpen(),
  isOpen: (): boolean => typed !== null && performance.now() < until,
  add: (key: string): void => {
    if (isDiscarding) until = performance.now() + discardMilliseconds
    if (typed === null || typed.enter || isDiscarding) return
    if (key === 'Enter') typed = { ...typed, enter: true }
    else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) }
    else if (key.length === 1) typed = { ...typed, text: typed.text + key }
  },
  read: (): TypedAhead => typed ?? nothing,
  end: (): void => {
    typed = null
  },
  /** Types the buffered text into a field, and ends buffering. */
  typeInto: (field: Element | null): void => {
    const text = typedAhead.isOpen() ? typedAhead.read().text : ''
    typedAhead.end()
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (text === '' || !isField) return
    // React listens to the event, and compares with the value that it set itself.
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, field.value + text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
}
