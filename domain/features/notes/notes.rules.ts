import { type StepKey, stepDefinition } from '../timeline/steps.ts'

/** True for the id of a step that there is. */
export const isStepKey = (key: number): boolean => stepDefinition(key) !== undefined

/**
 * "The notes page accepts an optional integer query parameter itemKey that pre-filters notes by timeline reference."
 * Property document, section 2. The step that such a text names; null for no text and for one that names none, which is
 * an address somebody has mistyped and shows every note.
 */
export const parseItemKey = (text: string | undefined): StepKey | null => {
  const key = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0
  return isStepKey(key) ? key : null
}
