import { addDays, type DateOnly, type Instant } from '../../common/dates.ts'

/** An entry of a calendar. All texts are plain text; `url` points to this site. */
export type CalendarEntry = {
  uid: string
  summary: string
  location: string
  description: string
  url: string
  day: DateOnly
  /** `HH:mm` in London. `null`: all day. */
  time: string | null
  /** Duration of an entry with a time. */
  minutes: number
  changedOn: Instant
}

const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

const needsEscape = /[\\;,\u0000-\u001F\u007F\u2028\u2029]/

/** Escapes TEXT of RFC 5545, 3.3.11. Line breaks are escaped, so that a value cannot inject a property. */
export const escapeText = (text: string): string =>
  needsEscape.test(text)
    ? text
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(controls, '')
        .replace(/[\\;,]/g, '\\$&')
        .replace(/\n/g, '\\n')
    : text

const utf8Bytes = (codePoint: number): number => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4)

const maxOctets = 75
const isAscii = /^[\u0020-\u007E]*$/

function foldAscii(line: string): string {
  const parts = [line.slice(0, maxOctets)]
  for (let at = maxOctets; at < line.length; at += maxOctets - 1) parts.push(line.slice(at, at + maxOctets - 1))
  return parts.join('\r\n ')
}

/** "Lines of text SHOULD NOT be longer than 75 octets" (RFC 5545, 3.1). Continuation lines begin with a space. Characters are not split. */
export function foldLine(line: string): string {
  if (line.length * 3 <= maxOctets) return line
  if (isAscii.test(line)) return line.length <= maxOctets ? line : foldAscii(line)
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = utf8Bytes(character.codePointAt(0) ?? 0)
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

const compactDay = (day: DateOnly): string => day.replaceAll('-', '')
const utcStamp = (instant: Instant): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Daylight saving rules since 1996: the last Sunday of March and of October at 01:00 UTC. */
const londonTimeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'DTSTART:19960331T010000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'DTSTART:19961027T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** All-day entries are transparent: they do not block time. */
const timeLines = ({ day, time, minutes }: CalendarEntry): string[] =>
  time === null
    ? [`DTSTART;VALUE=DATE:${compactDay(day)}`, `DTEND;VALUE=DATE:${compactDay(addDays(day, 1))}`, 'TRANSP:TRANSPARENT']
    : [`DTSTART;TZID=Europe/London:${compactDay(day)}T${time.replace(':', '')}00`, `DURATION:PT${minutes}M`, 'TRANSP:OPAQUE']

const entryLines = (entry: CalendarEntry): string[] => {
  const changed = utcStamp(entry.changedOn)
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    ...timeLines(entry),
    `SUMMARY:${escapeText(entry.summary)}`,
    `LOCATION:${escapeText(entry.location)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    'END:VEVENT',
  ]
}

/** Writes a calendar to subscribe to (RFC 5545; NAME and REFRESH-INTERVAL: RFC 7986). The output is deterministic. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const title = escapeText(name)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//GYA//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${title}`,
    `X-WR-CALNAME:${title}`,
    'X-WR-TIMEZONE:Europe/London',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...londonTimeZone,
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
