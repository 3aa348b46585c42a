import { type StepKey, stepDefinition } from '../timeline/step-definitions.ts'

export const isStepKey = (key: number): boolean => stepDefinition(key) !== undefined

/**
 * "The notes page accepts an optional integer query parameter itemKey that pre-filters notes by timeline reference."
 * [property §2](docs/design/property.md#2). Null for a missing or invalid key: all notes are shown.
 */
export const parseItemKey = (text: string | undefined): StepKey | null => {
  const key = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0
  return isStepKey(key) ? key : null
}

export const maxNoteLength = 5000
