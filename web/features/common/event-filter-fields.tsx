import { type DateRange, DateRangeField } from '../../ui/fields/date-range-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { type EventFilters, eventGroupOptions } from './event-filters.ts'

export const DaysFilter = ({ value, onChange }: { value: DateRange; onChange: (days: DateRange) => void }) => (
  <DateRangeField label="Days" fromLabel="From" untilLabel="Until" value={value} onChange={onChange} />
)

type WhoProps = {
  people: readonly { value: string; label: string }[]
  value: string | null
  width?: number
  onChange: (userId: string | null) => void
}

export const WhoFilter = ({ people, ...field }: WhoProps) => (
  <SelectField label="Who" options={[{ value: null, label: 'Everybody' }, ...people]} {...field} />
)

type Props = {
  filters: EventFilters
  /** People with entries. */
  people: readonly { _id: string; name: string }[] | undefined
  onChange: (changed: Partial<EventFilters>) => void
}

/** Filters for the history and the record of a property. */
export const EventFilterFields = ({ filters, people = [], onChange }: Props) => (
  <>
    <DaysFilter value={filters.days} onChange={(days) => onChange({ days })} />
    <SelectField
      label="What"
      value={filters.group}
      onChange={(group) => onChange({ group })}
      options={eventGroupOptions}
      searchable={false}
    />
    <WhoFilter
      people={people.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={filters.userId}
      onChange={(userId) => onChange({ userId })}
    />
  </>
)
