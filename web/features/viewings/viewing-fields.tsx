import { viewingMinuteStep } from '@gya/domain/features/viewings/time-of-day.ts'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
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
