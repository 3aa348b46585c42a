import { type DateOnly, type Instant, isDateOnly } from '@gya/domain/common/dates.ts'
import type { Track } from '@gya/domain/features/timeline/step-definitions.ts'
import type { VendorStepState } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'

/** Dates have no time zone; UTC formats them unchanged. */
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const plain = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const shown = (format: Intl.DateTimeFormat, day: DateOnly): string => (isDateOnly(day) ? format.format(new Date(day)) : '')

/** "19 September" */
export const shortDay = (day: DateOnly): string => shown(short, day)

/** "19 September 2025" */
export const plainDay = (day: DateOnly): string => shown(plain, day)

/** "Friday 19 September 2025" */
export const longDay = (day: DateOnly): string => shown(long, day).replace(',', '')

/** Whether a message is unread. `seenUntil` null: none has been read. */
export const isNewSince = (at: Instant, seenUntil: Instant | null): boolean =>
  seenUntil === null || Date.parse(at) > Date.parse(seenUntil)

const colours: Partial<Record<Track, string>> = { L: 'leg', F: 'fin' }
const signs: Record<VendorStepState, string> = { done: ' d', now: ' ip', late: ' red', waiting: ' amb', next: '' }

/** Class of a step's progress bar: the track's colour when done, red when late, amber while a report is awaited. */
export const stepBarClass = (track: Track, state: VendorStepState): string => `${colours[track] ?? 'gry'}${signs[state]}`

/** Date text of a step. */
export function stepDayText({ state, on }: { state: VendorStepState; on: DateOnly | null }): string {
  if (state === 'waiting') return 'waiting for the report'
  if (state === 'next' || on === null) return state === 'now' || state === 'late' ? 'in hand' : ''
  return state === 'done' ? shortDay(on) : `expected ${shortDay(on)}`
}

/** All that a vendor or buyer is told of the register of checks. [sale-file §2.2.13](docs/design/sale-file.md#2.2.13). */
export const identityChecked = 'Identity check: done.'
