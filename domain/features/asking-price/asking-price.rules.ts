import type { DateOnly } from '../../common/dates.ts'

/** Days for which a scheduled price is still applied, in case the job did not run for a while. */
export const maxDaysBack = 31

type Entry = { effectiveDate: DateOnly }

/** An asking price with a future effective date is scheduled. */
export const isScheduled = ({ effectiveDate }: Entry, today: DateOnly): boolean => effectiveDate > today

/** Current entry of a list sorted newest first; null if all are scheduled. */
export const currentEntry = <One extends Entry>(entries: readonly One[], today: DateOnly): One | null =>
  entries.find((entry) => !isScheduled(entry, today)) ?? null
