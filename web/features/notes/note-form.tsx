import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type listNotes, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { maxNoteLength, parseItemKey } from '@gya/domain/features/notes/notes.rules.ts'
import { type StepKey, stepDefinition } from '@gya/domain/features/timeline/step-definitions.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useRouterState } from '@tanstack/react-router'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { noteButton, noteSaved } from './notes.messages.ts'

export type WireNote = Wire<typeof listNotes, 'response'>['data'][number]
export type NoteStep = { key: number; title: string }

/** `timelineKey` null: the note is on the property as a whole. */
export type NoteValues = { message: string; timelineKey: number | null }

/** The step whose notes the notes page shows (its query parameter itemKey); null on every other page. */
export const useItemKey = (): StepKey | null =>
  useRouterState({
    select: ({ location }) => (location.pathname === '/property/notes' ? parseItemKey(location.search.itemKey) : null),
  })

export const authorName = (author: WireNote['author']): string => {
  if (author === null) return 'Not known'
  return typeof author === 'string' ? author : `${author.firstName} ${author.lastName}`
}

/** The title of a step in this property's timeline, or its default title if it has been removed from the timeline. */
export const stepTitle = (steps: readonly NoteStep[], key: number): string =>
  steps.find((step) => step.key === key)?.title ?? stepDefinition(key)?.title ?? ''

/** The steps a note can be on. `current` is offered even if it has been removed from the timeline. */
export const stepOptions = (steps: readonly NoteStep[], current: number | null): { value: number | null; label: string }[] => [
  { value: null, label: 'No step' },
  ...steps.map(({ key, title }) => ({ value: key, label: title })),
  ...(current === null || steps.some(({ key }) => key === current) ? [] : [{ value: current, label: stepTitle(steps, current) }]),
]

/** "Note button while saving: 'Please wait...' and, on failure, 'Error, please try again.'" */
export const saveButtonLabel = (saving: { pending: boolean; error: object | null }): string => {
  if (saving.pending) return noteButton.pending
  return saving.error ? noteButton.failed : 'Save'
}

/** "Save disabled when the message is empty." [property §5](docs/design/property.md#5). */
export const whyNotSave = ({ message }: NoteValues): string | null => (message.trim() === '' ? 'Write the note first' : null)

export const NoteFields = ({ form, steps }: { form: UseFormReturnType<NoteValues>; steps: readonly NoteStep[] }) => (
  <>
    <TextAreaField {...form.getInputProps('message')} label="Note" rows={7} limit={maxNoteLength} required data-autofocus />
    <SelectField
      {...form.getInputProps('timelineKey')}
      label="Step"
      optional
      options={stepOptions(steps, form.getInitialValues().timelineKey)}
    />
  </>
)

type Props = { note: WireNote; params: PropertyParams; steps: readonly NoteStep[]; onClose: () => void }

/** Edits a note. The property's history keeps its earlier text. */
export function EditNoteDialog({ note, params, steps, onClose }: Props) {
  const initialValues: NoteValues = { message: note.message, timelineKey: note.timelineKey }
  const saving = useSaveForm({
    call: updateNote,
    name: `note-${note._id}`,
    initialValues,
    version: note.version,
    toInput: (values, version) => ({ params: { ...params, noteId: note._id }, body: { ...values, version } }),
    messages: noteSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Edit note"
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values) ?? saving.disabledReason}
      saveLabel={saveButtonLabel(saving)}
    >
      <NoteFields form={saving.form} steps={steps} />
    </SaveFormDialog>
  )
}
