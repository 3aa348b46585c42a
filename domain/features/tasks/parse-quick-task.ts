import { parseRelativeDay } from '../../common/date-words.ts'
import { type DateOnly, isDateOnly } from '../../common/dates.ts'

export type QuickTask = { title: string; dueOn: DateOnly | null; dueAt: string | null }

/** "2 weeks on Friday" is not a day: only the last word of each kind is read. */
const day =
  '(?:today|tomorrow|tom|tmw|(?:next )?(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|week)|in (?:\\d{1,3}|a) (?:days?|weeks?)|in a month|end of (?:week|month)|month end|eow|eom|\\d{1,2}/\\d{1,2}(?:/\\d{4})?)'
const time = '(?:[01]?\\d|2[0-3]):[0-5]\\d'
const atEnd = new RegExp(
  `(?:^|\\s)(?:(?:on|by) )?(${day})(?: (?:at )?(${time}))?$|(?:^|\\s)(?:at )?(${time})(?: (?:on )?(${day}))?$`,
  'i',
)

/**
 * "Quick add: one line; a day or time at its end is taken ("ring Nettlefold re searches tomorrow 10:00"; today, tomorrow, weekday, dd/mm,
 * hh:mm) and shown as what it became." [day §9](docs/design/day.md#9). A weekday is the next one after today, a day and month without a
 * year the next one from today on, and a time without a day is today's. Other text stays in the title.
 */
export function parseQuickTask(line: string, today: DateOnly): QuickTask {
  const text = line.trim().replace(/\s+/g, ' ')
  const none = { title: text, dueOn: null, dueAt: null }
  const found = atEnd.exec(text)
  if (!found) return none
  const title = text.slice(0, found.index).trim()
  const [dayText, timeText] = found[1] === undefined ? [found[4], found[3]] : [found[1], found[2]]
  const dueOn = dayText === undefined ? today : dayOf(dayText.toLowerCase(), today)
  if (title === '' || dueOn === null) return none
  return { title, dueOn, dueAt: timeText === undefined ? null : timeText.padStart(5, '0') }
}

function dayOf(text: string, today: DateOnly): DateOnly | null {
  if (!text.includes('/')) return parseRelativeDay(text, 'future', today) ?? null
  const [date = '', month = '', year] = text.split('/')
  const inYear = (number: number): DateOnly | null => {
    const found = `${number}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    return isDateOnly(found) ? found : null
  }
  if (year !== undefined) return inYear(Number(year))
  const thisYear = Number(today.slice(0, 4))
  const next = inYear(thisYear)
  return next !== null && next >= today ? next : inYear(thisYear + 1)
}
