import { type DateOnly, type Instant, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { unlikelyViewingDay } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addViewing, deleteViewing, updateViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { viewingFields } from '@gya/domain/features/viewings/viewings.fields.ts'
import { defaultViewingTime, viewingMinuteStep } from '@gya/domain/features/viewings/viewings.rules.ts'
import { type FormValues, labelsOf, newFormValues } from '@gya/domain/fields/form-values.ts'
import { recordScreens } from '../../lib/records/record-screens.tsx'
import type { ScreenViews } from '../../lib/screen-views.tsx'
import { today } from '../../lib/today.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { TimeField } from '../../ui/fields/time-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import '../../ui/styles/running-text.css'
import { Tag } from '../../ui/tag.tsx'
import { ConsentField } from '../common/consent-field.tsx'
import { invalidViewing, viewingAdded, viewingRemoved, viewingSaved } from './viewings.messages.ts'

type Viewing = Wire<typeof addViewing, 'response'>['viewings'][number]
type ViewingValues = FormValues<typeof viewingFields>

const fieldLabels = labelsOf(viewingFields)

/** "Each has tabs History and Add Viewing / Add Relaunch." [property §2](docs/design/property.md#2). */
export const viewingViews: ScreenViews = {
  label: 'Viewings',
  views: [
    { label: 'History', path: '/property/viewings' },
    { label: 'Add Viewing', path: '/property/viewing-create' },
  ],
}

/** "default time rounded to 5 minutes". [property §5](docs/design/property.md#5). */
export const newViewing = (now: Instant): ViewingValues => ({
  ...newFormValues(viewingFields),
  when: londonDay(now),
  time: defaultViewingTime(now),
})

/** "12/03/2026 14:30" */
export const dateAndTime = ({ when, time }: Pick<Viewing, 'when' | 'time'>): string =>
  [showDate(when), time].filter(Boolean).join(' ')

/** Empty fields are sent unchanged, so that the contract reports them at their fields. */
const bodyOf = (values: ViewingValues) => values as ViewingValues & { when: DateOnly }

const When = ({ viewing }: { viewing: Viewing }) => (
  <>
    {dateAndTime(viewing)} {viewing.when > today() && <Tag tone="accent">Booked</Tag>}
  </>
)

export const { AddRecord: AddViewing, RecordHistory: ViewingHistory } = recordScreens({
  noun: 'viewing',
  title: 'Viewing',
  listPath: '/property/viewings',
  addPath: '/property/viewing-create',
  fieldLabels,
  Fields: ({ form: { getInputProps: field }, params }) => (
    <FieldGrid>
      <TextField {...field('name')} label={fieldLabels.name} className="full" required />
      <DateField {...field('when')} label={fieldLabels.when} nearest="either" required />
      <TimeField {...field('time')} label={fieldLabels.time} step={viewingMinuteStep} optional />
      <TextField {...field('email')} label={fieldLabels.email} type="email" optional />
      <TextField {...field('tel')} label={fieldLabels.tel} type="tel" optional />
      <ConsentField companyId={params.companyId} {...field('mayContact')} />
      <TextAreaField
        {...field('notes')}
        label={fieldLabels.notes}
        hint="The vendor reads this as you write it, once the viewing has begun."
        className="full"
        rows={4}
        optional
      />
    </FieldGrid>
  ),
  newValues: () => newViewing(new Date().toISOString()),
  valuesOf: ({ _id, ...values }: Viewing): ViewingValues => values,
  implausible: ({ when }) => [unlikelyViewingDay(when, today())],
  add: { call: addViewing, input: (params, values) => ({ params, body: bodyOf(values) }), messages: viewingAdded },
  update: {
    call: updateViewing,
    input: (params, { _id }, values, version) => ({ params, body: { _id, ...bodyOf(values), version } }),
    messages: viewingSaved,
  },
  remove: {
    call: deleteViewing,
    input: (params, { _id }) => ({ params: { ...params, viewingId: _id } }),
    messages: viewingRemoved,
    notFound: invalidViewing,
    consequence: (viewing) =>
      `The viewing by ${viewing.name} on ${dateAndTime(viewing)} and its feedback leave this list. They stay in the property’s history.`,
  },
  rowName: (viewing) => `viewing by ${viewing.name} on ${dateAndTime(viewing)}`,
  columns: [
    { id: 'when', head: 'When', className: 'tnum', cell: (viewing) => <When viewing={viewing} /> },
    { id: 'name', head: 'Client', main: true, cell: ({ name }) => name },
    { id: 'notes', head: 'Feedback', className: 'running', cell: ({ notes }) => notes || <span className="mut">None yet</span> },
  ],
  inPlace: 'notes',
  card: (viewing, actions) => (
    <>
      <div className="r1">
        <b>{viewing.name}</b>
        <span className="spacer" />
        <span className="mut tnum">
          <When viewing={viewing} />
        </span>
      </div>
      {viewing.notes && <p className="running">{viewing.notes}</p>}
      <div className="r2">
        <span className="spacer" />
        {actions}
      </div>
    </>
  ),
  tableClass: 'running-rows',
  emptyText: 'Viewings that are booked or over stand here, with what the clients said.',
})
