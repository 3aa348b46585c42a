/** The forms of this page that hold unsaved edits, so that what leaves the app other than by its router can ask first. */
const dirtyForms = new Set<symbol>()

/** Counts a form as unsaved; answers how to stop. */
export function markUnsaved(): () => void {
  const form = Symbol('form')
  dirtyForms.add(form)
  return () => void dirtyForms.delete(form)
}

export const hasUnsavedEdits = (): boolean => dirtyForms.size > 0
