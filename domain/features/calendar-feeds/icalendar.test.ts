import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type FeedDate, toCalendarEntry } from './calendar-entries.ts'
import { type CalendarEntry, foldLine, writeCalendar } from './icalendar.ts'

const entry: CalendarEntry = {
  uid: 'viewing-1@gya.example',
  summary: 'Viewing · 27 Rodway Road',
  location: '27 Rodway Road, Reading, RG30 6EP',
  description: 'https://gya.example/property/viewings',
  url: 'https://gya.example/property/viewings',
  day: '2026-03-30',
  time: '10:00',
  minutes: 30,
  changedOn: '2026-03-20T09:30:15.123Z',
}

const events = (calendar: string) => new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
const valueOf = (event: ICAL.Component | undefined, name: string) => String(event?.getFirstPropertyValue(name))

describe('writeCalendar: text', () => {
  test('every text is parsed back unchanged and cannot add a property', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 }).map((one) => one.toWellFormed())
    const hostile = fc.constantFrom(
      'END:VCALENDAR',
      'a\r\nEND:VEVENT\r\nEND:VCALENDAR',
      'a\nATTACH:https://evil.example',
      '\\n\\',
      'a;b,c:d"e',
      'ü'.repeat(80),
      '🏡'.repeat(40),
      'a\u2028END:VEVENT',
    )
    fc.assert(
      fc.property(fc.oneof(text, hostile), (written) => {
        const calendar = writeCalendar(written, [{ ...entry, summary: written, location: written, description: written }, entry])
        const found = events(calendar)
        expect(found).toHaveLength(2)
        const known = 'uid dtstamp last-modified dtstart duration transp summary location description url'.split(' ')
        expect(found[0]?.getAllProperties().map(({ name }) => name)).toEqual(known)
        // Parsers treat these characters as line breaks as well.
        const kept = written.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
        for (const name of ['summary', 'location', 'description']) expect(valueOf(found[0], name)).toBe(kept)
        expect(valueOf(found[1], 'summary')).toBe(entry.summary)
      }),
    )
  })

  test('lines have at most 75 octets and end with CRLF; unfolding restores the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }).map((one) => one.toWellFormed().replaceAll(/[\r\n]/g, '')),
        (line) => {
          const folded = foldLine(line)
          expect(folded.split('\r\n').every((part) => new TextEncoder().encode(part).length <= 75)).toBe(true)
          expect(folded.split('\r\n').every((part) => part.isWellFormed())).toBe(true)
          expect(folded.replaceAll('\r\n ', '')).toBe(line)
        },
      ),
    )
    expect(writeCalendar('Mine', [entry]).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('writeCalendar: time', () => {
  const startsAt = (day: string, time: string | null) => {
    const parsed = new ICAL.Component(ICAL.parse(writeCalendar('Mine', [{ ...entry, day, time }])))
    const zone = new ICAL.Timezone(parsed.getFirstSubcomponent('vtimezone'))
    const event = new ICAL.Event(parsed.getFirstSubcomponent('vevent') as ICAL.Component)
    event.startDate.zone = zone
    return { event, utc: event.startDate.convertToZone(ICAL.Timezone.utcTimezone).toString() }
  }

  test.each([
    ['2026-03-28', '2026-03-28T10:00:00Z'],
    ['2026-03-29', '2026-03-29T09:00:00Z'],
    ['2026-03-30', '2026-03-30T09:00:00Z'],
    ['2026-10-24', '2026-10-24T09:00:00Z'],
    ['2026-10-25', '2026-10-25T10:00:00Z'],
    ['2026-10-26', '2026-10-26T10:00:00Z'],
    ['2029-03-26', '2029-03-26T09:00:00Z'],
  ])('10:00 on %s is 10:00 in London: %s', (day, utc) => {
    const { event, utc: found } = startsAt(day, '10:00')
    expect([event.startDate.hour, event.startDate.minute, found]).toEqual([10, 0, utc])
    expect(event.duration.toSeconds()).toBe(30 * 60)
  })

  test('an entry without a time is all day and ends on the next day', () => {
    const { event } = startsAt('2026-12-31', null)
    expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([
      true,
      '2026-12-31',
      '2027-01-01',
    ])
  })

  test('DTSTAMP and LAST-MODIFIED are the time of the last change', () => {
    const [event] = events(writeCalendar('Mine', [entry]))
    expect([valueOf(event, 'dtstamp'), valueOf(event, 'last-modified')]).toEqual(['2026-03-20T09:30:15Z', '2026-03-20T09:30:15Z'])
  })
})

describe('toCalendarEntry', () => {
  const date: FeedDate = {
    kind: 'survey',
    id: 'p-11',
    day: '2026-03-10',
    time: null,
    survey: { key: 11, isComplete: false },
    branchId: 'b',
    propertyId: 'p',
    line1: '27 Rodway Road',
    town: '',
    postcode: 'RG30 6EP',
    changedOn: '2026-03-01T09:00:00.000Z',
  }
  const place = { publicUrl: 'https://gya.example', host: 'gya.example', today: '2026-03-10' }

  test('the summary of a survey shows whether its report is awaited', () => {
    const summaryOn = (over: Partial<FeedDate>, today: string) =>
      toCalendarEntry({ ...date, ...over }, { ...place, today }).summary
    expect(summaryOn({}, '2026-03-10')).toBe('Survey · 27 Rodway Road')
    expect(summaryOn({}, '2026-03-11')).toBe('Survey, awaiting report · 27 Rodway Road')
    expect(summaryOn({ survey: { key: 11, isComplete: true } }, '2026-03-11')).toBe('Survey, complete · 27 Rodway Road')
  })

  test('the id consists of kind, id and host; the link opens the page of the date', () => {
    expect(toCalendarEntry(date, place)).toMatchObject({
      uid: 'survey-p-11@gya.example',
      location: '27 Rodway Road, RG30 6EP',
      description: 'Roof\nhttps://gya.example/property/timeline?branch=b&property=p',
      url: 'https://gya.example/property/timeline?branch=b&property=p',
    })
  })
})
