import type { Wire } from '@gya/domain/endpoint.ts'
import type { ErrorCode } from '@gya/domain/errors.ts'
import type { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { stepDefinition } from '@gya/domain/features/timeline/steps.ts'
import { noteButton } from './notes.messages.ts'

export type WireNote = Wire<typeof listNotes, 'response'>['data'][number]
export type PropertyParams = { companyId: string; branchId: string; propertyId: string }
export type NoteStep = { key: number; title: string }

/** A note as its form holds it; `timelineKey` null: it is on the property as a whole. */
export type NoteValues = { message: string; timelineKey: number | null }

export const authorName = (author: WireNote['author']): string => {
  if (author === null) return 'Not known'
  return typeof author === 'string' ? author : `${author.firstName} ${author.lastName}`
}

/** The title of a step as this property's timeline has it; of a survey that was taken out of it, the product's own. */
export const stepTitle = (steps: readonly NoteStep[], key: number): string =>
  steps.find((step) => step.key === key)?.title ?? stepDefinition(key)?.title ?? ''

/** The steps a note can be on; `kept` is the one it is on already, which may have gone from the timeline since. */
export const stepOptions = (steps: readonly NoteStep[], kept: number | null): { value: number | null; label: string }[] => [
  { value: null, label: 'No step' },
  ...steps.map(({ key, title }) => ({ value: key, label: title })),
  ...(kept === null || steps.some(({ key }) => key === kept) ? [] : [{ value: kept, label: stepTitle(steps, kept) }]),
]

/** What the note's button says: "'Please wait...' and, on failure, 'Error, please try again.'" */
export const buttonWords = (saving: { pending: boolean; error: { code: ErrorCode | 'OFFLINE' } | null }): string => {
  if (saving.pending) return noteButton.pending
  return saving.error ? noteButton.failed : 'Save'
}
