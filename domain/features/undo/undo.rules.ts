import type { Instant } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** "409 UNDO_TOO_LATE after 8 hours." [day §3](docs/design/day.md#3). */
export const undoHours = 8

/** Undo data is kept for a week, so that a late attempt is refused with its own error. */
export const undoRetentionDays = 7

export function whyNotUndo(change: { at: Instant; undoneOn: Instant | null }, now: Instant): ErrorCode | null {
  if (change.undoneOn !== null) return 'ALREADY_UNDONE'
  return Date.parse(now) - Date.parse(change.at) > undoHours * 3_600_000 ? 'UNDO_TOO_LATE' : null
}

/**
 * "UNDO_OVERTAKEN when a part is no longer as the change left it (names who changed it; nothing is undone)." `what` names
 * the part: "Searches back at 12 High Street". `by` and `on` are null if unknown; `gone` had it before and can no longer have it.
 */
export type UndoConflict = { what: string; by: string | null; on: Instant | null; gone?: string }

export const describeUndoConflict = ({ what, by, gone }: UndoConflict): string =>
  gone === undefined ? `${by ?? 'Somebody'} has changed ${what} since.` : `${gone} can no longer be ${what}.`

/** "MAIL_ALREADY_SENT names it and nothing is undone; with `rest` all else is." */
export const whyNotUndoSent = (sent: number, rest: boolean): ErrorCode | null => (sent > 0 && !rest ? 'MAIL_ALREADY_SENT' : null)

const mostNamed = 3
const list = new Intl.ListFormat('en-GB')

/** "A, B, C and 2 more". */
export function listSome(names: readonly string[]): string {
  const others = names.length - mostNamed
  return list.format([...names.slice(0, mostNamed), ...(others > 0 ? [`${others} more`] : [])])
}

const whyLeft = { changed: 'changed since', deleted: 'deleted since', moved: 'no longer in your branches' } as const

/** What stays as it is: "9 High Street (changed since); 5 Mill Lane (Ann Bell, who had it, can no longer have it)". */
export const describeLeft = (left: readonly { name: string; why: keyof typeof whyLeft | { gone: string } }[]): string =>
  [...Map.groupBy(left, ({ why }) => (typeof why === 'string' ? whyLeft[why] : `${why.gone}, who had it, can no longer have it`))]
    .map(([why, those]) => `${listSome(those.map(({ name }) => name))} (${why})`)
    .join('; ')
