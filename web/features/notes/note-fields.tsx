import { maxNoteLength } from '@gya/domain/features/notes/notes.contract.ts'
import type { UseFormReturnType } from '@mantine/form'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { type NoteStep, type NoteValues, stepOptions } from './note-values.ts'

/** Why a note cannot be saved yet: "Save disabled when the message is empty." Property document, section 5. */
export const whyNotSave = ({ message }: NoteValues): string | null => (message.trim() === '' ? 'Write the note first' : null)

/** The fields of a note, the same for a new one and a stored one. */
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
