/**
 * A page that fails to render is removed with its forms, which then store what was typed: React runs the error handler of the route before
 * the effects' clean-up.
 */
let failing = false

/** Called by the route whose page failed. */
export const keepTypedValues = (): void => {
  failing = true
}

export const isPageFailing = (): boolean => failing

/** The forms of the failed page have been removed. */
export const typedValuesKept = (): void => {
  failing = false
}
