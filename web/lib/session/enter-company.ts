/**
 * Support access: a platform admin enters a company with a reason. `callApi` requests it; the dialog, rendered once in the app
 * of a platform admin, answers.
 */
type Answer = (entered: boolean) => void
type OpenDialog = (companyId: string, answer: Answer) => void

let dialog: OpenDialog | null = null
/** The open request or, until the dialog's code is loaded, the waiting one. */
let asked: { companyId: string; answer: Answer; answered: Promise<boolean> } | null = null

/** Registers the dialog; returns the function that unregisters it. */
export function registerEntryDialog(open: OpenDialog): () => void {
  dialog = open
  if (asked) open(asked.companyId, asked.answer)
  return () => {
    if (dialog === open) dialog = null
  }
}

/** Asks for the reason; resolves to whether the company was entered. Concurrent calls share one dialog. */
export function enterCompany(companyId: string): Promise<boolean> {
  if (asked) return asked.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (entered: boolean) => {
    asked = null
    resolve(entered)
  }
  asked = { companyId, answer, answered: promise }
  dialog?.(companyId, answer)
  return promise
}
