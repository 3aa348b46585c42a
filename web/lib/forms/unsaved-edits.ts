/** Forms with unsaved edits. Logout bypasses the router's guard, so it checks this list. */
const dirtyForms = new Set<symbol>()

const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Marks a form as unsaved: closing the window and leaving the site ask for confirmation. Returns the function that unmarks it. */
export function markUnsaved(): () => void {
  const form = Symbol('form')
  dirtyForms.add(form)
  addEventListener('beforeunload', askToStay)
  return () => {
    dirtyForms.delete(form)
    if (dirtyForms.size === 0) leaveWithoutAsking()
  }
}

/** The session has ended: what was typed is a draft, and the page redirects. */
export const leaveWithoutAsking = (): void => removeEventListener('beforeunload', askToStay)

export const hasUnsavedEdits = (): boolean => dirtyForms.size > 0
