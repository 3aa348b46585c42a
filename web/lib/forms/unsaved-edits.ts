/** Forms with unsaved edits. Logout bypasses the router's guard, so it checks this list. */
const dirtyForms = new Set<symbol>()

/** Marks a form as unsaved; returns the function that unmarks it. */
export function markUnsaved(): () => void {
  const form = Symbol('form')
  dirtyForms.add(form)
  return () => void dirtyForms.delete(form)
}

export const hasUnsavedEdits = (): boolean => dirtyForms.size > 0
