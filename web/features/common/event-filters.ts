import { isDateOnly } from '@gya/domain/common/dates.ts'
import { type EventGroup, eventGroups } from '@gya/domain/features/events/event-kinds.ts'
import type { DateRange } from '../../ui/fields/date-range-field.tsx'

/** Filters for the history and the record of a property. */
export type EventFilters = { group: EventGroup | null; userId: string | null; days: DateRange }

export const noEventFilters: EventFilters = { group: null, userId: null, days: { from: null, until: null } }

/** Groups that occur on a property; those of the company do not. */
export const eventGroupOptions = [
  { value: null, label: 'Everything' },
  ...(Object.keys(eventGroups) as EventGroup[])
    .filter((group) => group !== 'company')
    .map((group) => ({ value: group, label: eventGroups[group] })),
]

/** False for an incomplete date, which is not sent. */
const isDay = (typed: string | null): typed is string => typed !== null && isDateOnly(typed)

/** Query parameters for person and days. The parameter for the group has a different name in each call. */
export const queryOfEventFilters = ({ userId, days }: EventFilters) => ({
  ...(userId ? { userId } : {}),
  ...(isDay(days.from) ? { dateStart: days.from } : {}),
  ...(isDay(days.until) ? { dateEnd: days.until } : {}),
})
