import { isActiveWorker, mayProgressSales } from '@gya/domain/features/members/member-reach.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { maxRepeatEvery, type RepeatUnit } from '@gya/domain/features/tasks/repeat.ts'
import { maxTaskNoteLength } from '@gya/domain/features/tasks/tasks.model.ts'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { TimeField } from '../../ui/fields/time-field.tsx'
import type { WireTask } from './use-task-actions.ts'

export type TaskValues = {
  title: string
  note: string
  /** Null: the sales progressor of a sale, otherwise the caller. */
  assigneeId: string | null
  dueOn: string | null
  dueAt: string | null
  repeats: RepeatUnit | 'never'
  every: number | null
  from: 'due' | 'done'
}

export const emptyTask: TaskValues = {
  title: '',
  note: '',
  assigneeId: null,
  dueOn: null,
  dueAt: null,
  repeats: 'never',
  every: 1,
  from: 'due',
}

export const valuesOfTask = ({ title, note, assignee, dueOn, dueAt, repeat }: WireTask): TaskValues => ({
  title,
  note,
  assigneeId: assignee._id,
  dueOn,
  dueAt,
  repeats: repeat?.unit ?? 'never',
  every: repeat?.every ?? 1,
  from: repeat?.from ?? 'due',
})

/** The request body. An unfinished repeat is sent with the number 0, which the contract reports at its field. */
export const taskBody = ({ repeats, every, from, assigneeId, ...values }: TaskValues) => ({
  ...values,
  ...(assigneeId === null ? {} : { assigneeId }),
  repeat: repeats === 'never' ? null : { every: every ?? 0, unit: repeats, from },
})

const repeatOptions: readonly { value: TaskValues['repeats']; label: string }[] = [
  { value: 'never', label: 'Does not repeat' },
  { value: 'day', label: 'By days' },
  { value: 'weekday', label: 'By weekdays' },
  { value: 'week', label: 'By weeks' },
  { value: 'month', label: 'By months' },
]

type Sale = { branchId: string }

/** Active colleagues. For a sale, colleagues outside its branch are shown but cannot be selected. */
function useColleagueOptions(companyId: string, sales: readonly Sale[]) {
  const { data } = useCall(listCompanyMembers, { params: { companyId }, query: { itemsPerPage: '100' } })
  const branchIds = [...new Set(sales.map(({ branchId }) => branchId))]
  return (data?.data ?? []).filter(isActiveWorker).map((colleague) => {
    const works = branchIds.every((id) => mayProgressSales(colleague, id))
    return {
      value: colleague._id,
      label: colleague.fullName,
      ...(works ? {} : { note: 'not in this branch', disabled: true }),
    }
  })
}

type Props = {
  form: UseFormReturnType<TaskValues>
  companyId: string
  sales: readonly Sale[]
  /** The default assignee; not offered if somebody is already assigned. */
  nobodyChosen: string | null
  /** Selects the sale of the task. */
  about: ReactNode
}

export function TaskFields({ form, companyId, sales, nobodyChosen, about }: Props) {
  const { repeats, dueOn } = form.values
  const colleagues = useColleagueOptions(companyId, sales)
  const whose = nobodyChosen === null ? colleagues : [{ value: null, label: nobodyChosen }, ...colleagues]
  return (
    <div className="grid1">
      <TextField {...form.getInputProps('title')} label="What is to be done" maxLength={200} required data-autofocus />
      {about}
      <div className="grid2">
        <DateField {...form.getInputProps('dueOn')} label="Due" optional />
        <TimeField
          {...form.getInputProps('dueAt')}
          label="Time"
          optional
          disabledReason={dueOn === null ? 'Choose the day first' : null}
        />
        <SelectField<string | null> {...form.getInputProps('assigneeId')} label="Who does it" options={whose} searchable />
        <SelectField {...form.getInputProps('repeats')} label="Repeats" options={repeatOptions} />
        {repeats !== 'never' && (
          <>
            <NumberField
              {...form.getInputProps('every')}
              label="Every"
              unit={form.values.every === 1 ? repeats : `${repeats}s`}
              min={1}
              max={maxRepeatEvery}
              error={form.errors['repeat.every'] ?? form.errors.every}
            />
            <SegmentedField
              {...form.getInputProps('from')}
              label="The next counts from"
              options={[
                { value: 'due', label: 'Due day' },
                { value: 'done', label: 'Day done' },
              ]}
              wide
            />
          </>
        )}
      </div>
      <TextAreaField {...form.getInputProps('note')} label="Note" rows={3} limit={maxTaskNoteLength} optional />
    </div>
  )
}
