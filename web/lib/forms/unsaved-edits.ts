/** Forms with unsaved edits: logout, which bypasses the router's guard, asks because of them. */
const dirtyForms = new Set<symbol>()

/** Marks a form as unsaved; returns the function that unmarks it. */
export function markUnsaved(): () => void {
  const form = Symbol('form')
  dirtyForms.add(form)
  return () => void dirtyForms.delete(form)
}

export const hasUnsavedEdits = (): boolean => dirtyForms.size > 0
