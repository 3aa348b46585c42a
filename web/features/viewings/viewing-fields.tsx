import { viewingMinuteStep } from '@gya/domain/features/viewings/viewings.rules.ts'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { TimeField } from '../../ui/fields/time-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { viewingLabels as labels, type ViewingValues } from './viewing-values.ts'

/** The fields of a viewing, the same for a new one and a stored one. */
export const ViewingFields = ({ form: { getInputProps: field } }: { form: UseFormReturnType<ViewingValues> }) => (
  <FieldGrid>
    <TextField {...field('name')} label={labels.name} className="full" required />
    <DateField {...field('when')} label={labels.when} required />
    <TimeField {...field('time')} label={labels.time} step={viewingMinuteStep} optional />
    <TextAreaField {...field('notes')} label={labels.notes} className="full" rows={4} optional />
  </FieldGrid>
)
