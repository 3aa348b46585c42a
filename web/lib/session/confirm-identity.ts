/**
 * Step-up authentication: some calls require a recently confirmed identity. `callApi` requests it; the dialog, rendered once
 * in the app, answers.
 */
type Answer = (confirmed: boolean) => void

/** `password`, `password second-factor`, or `sso`: through the provider that was used to sign in. */
type OpenDialog = (answer: Answer, ways: string) => void

let dialog: OpenDialog | null = null
let pending: Promise<boolean> | null = null

/** Registers the dialog; returns the function that unregisters it. */
export function registerIdentityDialog(open: OpenDialog): () => void {
  dialog = open
  return () => {
    if (dialog === open) dialog = null
  }
}

/** Requests one of the `ways` of CONFIRM_IDENTITY; resolves to whether the identity was confirmed. Concurrent calls share one dialog. */
export function confirmIdentity(ways = 'password'): Promise<boolean> {
  const open = dialog
  if (!open) return Promise.resolve(false)
  pending ??= new Promise<boolean>((answer) => open(answer, ways)).finally(() => {
    pending = null
  })
  return pending
}
