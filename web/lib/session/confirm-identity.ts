/**
 * Step-up authentication: some calls require a recently confirmed password. `callApi` requests it; the dialog, rendered once
 * in the app, answers.
 */
type Answer = (confirmed: boolean) => void

let dialog: ((answer: Answer) => void) | null = null
let pending: Promise<boolean> | null = null

/** Registers the dialog; returns the function that unregisters it. */
export function registerIdentityDialog(open: (answer: Answer) => void): () => void {
  dialog = open
  return () => {
    if (dialog === open) dialog = null
  }
}

/** Asks for the password; resolves to whether it was confirmed. Concurrent calls share one dialog. */
export function confirmIdentity(): Promise<boolean> {
  const open = dialog
  if (!open) return Promise.resolve(false)
  pending ??= new Promise<boolean>(open).finally(() => {
    pending = null
  })
  return pending
}
