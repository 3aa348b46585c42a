import type { DateOnly } from '../../common/dates.ts'

type Entry = { effectiveDate: DateOnly }

/** An asking price with a future effective date is scheduled. */
export const isScheduled = ({ effectiveDate }: Entry, today: DateOnly): boolean => effectiveDate > today

/** Current entry of a list sorted newest first; null if all are scheduled. */
export const currentEntry = <One extends Entry>(entries: readonly One[], today: DateOnly): One | null =>
  entries.find((entry) => !isScheduled(entry, today)) ?? null
