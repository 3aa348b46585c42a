/**
 * The question for the password before an act that needs a session whose person has proved lately who they are. Whatever
 * makes the call asks here; the dialog, which stands once in the app, answers.
 */
type Asked = (confirmed: boolean) => void

let dialog: ((asked: Asked) => void) | null = null
let asking: Promise<boolean> | null = null

/** The dialog says that it is there; answers how to say that it has gone. */
export function registerIdentityDialog(open: (asked: Asked) => void): () => void {
  dialog = open
  return () => {
    if (dialog === open) dialog = null
  }
}

/** Asks for the password; whether the session is confirmed then. Several acts at once ask once. */
export function confirmIdentity(): Promise<boolean> {
  const open = dialog
  if (!open) return Promise.resolve(false)
  asking ??= new Promise<boolean>(open).finally(() => {
    asking = null
  })
  return asking
}
