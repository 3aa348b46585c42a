import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { unlikelyRelaunchDay } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addRelaunch, deleteRelaunch, updateRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { recordScreens } from '../../lib/records/record-screens.tsx'
import type { ScreenViews } from '../../lib/screen-views.tsx'
import { today } from '../../lib/today.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import '../../ui/styles/running-text.css'
import { relaunchAdded, relaunchRemoved, relaunchSaved } from './relaunches.messages.ts'

type Relaunch = Wire<typeof addRelaunch, 'response'>['relaunches'][number]
type RelaunchValues = { when: DateOnly | null; notes: string }

const fieldLabels: Record<keyof RelaunchValues, string> = { when: 'Date', notes: 'Notes' }

/** "Each has tabs History and Add Viewing / Add Relaunch." [property §2](docs/design/property.md#2). */
export const relaunchViews: ScreenViews = {
  label: 'Relaunches',
  views: [
    { label: 'History', path: '/property/relaunches' },
    { label: 'Add Relaunch', path: '/property/relaunch-create' },
  ],
}

/** Empty fields are sent unchanged, so that the contract reports them at their fields. */
const bodyOf = (values: RelaunchValues) => values as RelaunchValues & { when: DateOnly }

export const { AddRecord: AddRelaunch, RecordHistory: RelaunchHistory } = recordScreens({
  noun: 'relaunch',
  title: 'Relaunch',
  plural: 'relaunches',
  listPath: '/property/relaunches',
  addPath: '/property/relaunch-create',
  fieldLabels,
  Fields: ({ form: { getInputProps: field } }) => (
    <FieldGrid>
      <DateField {...field('when')} label={fieldLabels.when} nearest="past" required />
      <TextAreaField {...field('notes')} label={fieldLabels.notes} className="full" rows={4} optional />
    </FieldGrid>
  ),
  newValues: (): RelaunchValues => ({ when: today(), notes: '' }),
  valuesOf: ({ when, notes }: Relaunch) => ({ when, notes }),
  implausible: ({ when }) => [unlikelyRelaunchDay(when, today())],
  add: { call: addRelaunch, input: (params, values) => ({ params, body: bodyOf(values) }), messages: relaunchAdded },
  update: {
    call: updateRelaunch,
    input: (params, { _id }, values, version) => ({ params, body: { _id, ...bodyOf(values), version } }),
    messages: relaunchSaved,
  },
  remove: {
    call: deleteRelaunch,
    input: (params, { _id }) => ({ params: { ...params, relaunchId: _id } }),
    messages: relaunchRemoved,
    consequence: ({ when }) => `The relaunch of ${showDate(when)} leaves this list. It stays in the property’s history.`,
  },
  rowName: ({ when }) => `relaunch of ${showDate(when)}`,
  columns: [
    { id: 'when', head: 'Date', main: true, className: 'tnum', cell: ({ when }) => showDate(when) },
    { id: 'notes', head: 'Notes', className: 'running', cell: ({ notes }) => notes || <span className="mut">None</span> },
  ],
  card: ({ when, notes }, actions) => (
    <>
      <div className="r1">
        <b className="tnum">{showDate(when)}</b>
        <span className="spacer" />
        {actions}
      </div>
      {notes && <p className="running">{notes}</p>}
    </>
  ),
  tableClass: 'running-rows narrow',
  emptyText: 'A relaunch is a new marketing push: new photographs, a new portal listing, a launch event.',
})
