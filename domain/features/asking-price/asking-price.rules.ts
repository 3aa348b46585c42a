import type { DateOnly } from '../../common/dates.ts'

type Entry = { effectiveDate: DateOnly }

/** A price that has an effective date in the future is scheduled: it becomes current on its day. */
export const isScheduled = ({ effectiveDate }: Entry, today: DateOnly): boolean => effectiveDate > today

/** The entry whose price is asked on a day, of entries that come newest first; null while none holds yet. */
export const currentEntry = <One extends Entry>(entries: readonly One[], today: DateOnly): One | null =>
  entries.find((entry) => !isScheduled(entry, today)) ?? null
