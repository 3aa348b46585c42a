import { addDays, type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'

/** The entries of one London day, in the order they came. */
export type Day<Entry> = { day: DateOnly; entries: Entry[] }

/** Groups entries, newest first, by the day in London on which they happened. */
export function groupByDay<Entry extends { at: Instant }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = []
  for (const entry of entries) {
    const day = londonDay(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const longDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Today, Yesterday, or the day in words: Monday 9 November 2026. */
export function dayLabel(day: DateOnly, today: DateOnly): string {
  const words = longDate.format(new Date(`${day}T12:00:00Z`)).replace(',', '')
  if (day === today) return `Today, ${words}`
  return day === addDays(today, -1) ? `Yesterday, ${words}` : words
}
