/** Type-ahead buffer of a dialog: text typed while its module is loading becomes the input of its first field. */
export type TypedAhead = { text: string; enter: boolean }

const nothing: TypedAhead = { text: '', enter: false }
let typed: TypedAhead | null = null

export const typedAhead = {
  /** Starts buffering. */
  begin: (): void => {
    typed = nothing
  },
  isOpen: (): boolean => typed !== null,
  add: (key: string): void => {
    if (typed === null || typed.enter) return
    if (key === 'Enter') typed = { ...typed, enter: true }
    else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) }
    else if (key.length === 1) typed = { ...typed, text: typed.text + key }
  },
  read: (): TypedAhead => typed ?? nothing,
  end: (): void => {
    typed = null
  },
}
