import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { relaunchLabels as labels, type RelaunchValues } from './relaunch-values.ts'

/** The fields of a relaunch, the same for a new one and a stored one. */
export const RelaunchFields = ({ form: { getInputProps: field } }: { form: UseFormReturnType<RelaunchValues> }) => (
  <FieldGrid>
    <DateField {...field('when')} label={labels.when} required />
    <TextAreaField {...field('notes')} label={labels.notes} className="full" rows={4} optional />
  </FieldGrid>
)
