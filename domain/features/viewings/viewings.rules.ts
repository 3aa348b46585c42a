import { type DateOnly, type Instant, londonInstant, showTime } from '../../common/dates.ts'

/** London time, `HH:mm`. */
export type TimeOfDay = string

/** "Viewing: time picker steps of 5 minutes." [property §5](docs/design/property.md#5) and [property §9](docs/design/property.md#9). */
export const viewingMinuteStep = 5

export const isViewingTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) && Number(text.slice(3)) % viewingMinuteStep === 0

/** "Default time rounded to 5 minutes": the nearest step, never on the next day. */
export const defaultViewingTime = (now: Instant): TimeOfDay => {
  const [hour = 0, minute = 0] = showTime(now).split(':').map(Number)
  const minutes = Math.min(Math.round((hour * 60 + minute) / viewingMinuteStep) * viewingMinuteStep, 24 * 60 - viewingMinuteStep)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/**
 * What the vendor reads of a viewing: the feedback as it was entered, once the viewing has begun. Without a time, from the start of its
 * day. What is entered before is about a viewing that has not taken place.
 */
export const vendorFeedback = (
  { when, time, notes }: { when: DateOnly; time: TimeOfDay | null; notes: string },
  now: Instant,
): string => (Date.parse(londonInstant(when, time ?? '00:00')) <= Date.parse(now) ? notes : '')

/** Whether the feedback says that nobody came: such a viewing did not take place. */
export const isNoShow = (notes: string): boolean =>
  /\b(?:did ?n[o’']?t|did not|never) (?:(?:turn(?:ed)?|show(?:ed)?) up|attend(?:ed)?)\b|\bno[- ]?shows?\b/i.test(notes)
