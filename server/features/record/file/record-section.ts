import { londonDay, londonOffset, monthName, showDate, showTime, weekdayName } from '@gya/domain/common/dates.ts'
import type { EventFact } from '@gya/domain/features/events/event-facts.ts'
import type { RecordEntry } from '@gya/domain/features/record/property-record.contract.ts'
import type { Content, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { bad, headCell, muted, paragraph, runs, sectionTitle, sunken } from './pdf-parts.ts'
import type { RecordFileContent } from './read-content.ts'

/** Number of characters from which an entry may be split across pages. */
const maxUnbroken = 1_200

/** "2 record month by month." Every entry in order: number, time, who and from where, what, old and new. */
export function recordSection({ entries }: RecordFileContent, mailNumbers: ReadonlyMap<string, number>): Content {
  if (entries.length === 0) return [sectionTitle('2  The record'), paragraph('No entry matches the filter.', { color: muted })]
  const months = [...Map.groupBy(entries, ({ entry }) => londonDay(entry.at).slice(0, 7))]
  return [
    sectionTitle('2  The record, month by month'),
    ...months.map(([month, ofMonth]) =>
      monthTable(
        `${monthName(`${month}-01`)} ${month.slice(0, 4)}`,
        ofMonth.map(({ entry }) => entry),
        mailNumbers,
      ),
    ),
  ]
}

const monthTitle = (title: string): TableCell => ({
  text: title,
  fontSize: 12,
  bold: true,
  colSpan: 4,
  tocItem: true,
  tocMargin: [14, 2, 0, 0],
  margin: [-6, 4, 0, 2],
})

/** The month is the header row of its table, so that it is never the last line of a page. */
const monthTable = (title: string, entries: readonly RecordEntry[], mailNumbers: ReadonlyMap<string, number>): Content => ({
  margin: [0, 0, 0, 8],
  table: {
    headerRows: 2,
    keepWithHeaderRows: 2,
    dontBreakRows: entries.every((entry) => lengthOf(entry) < maxUnbroken),
    widths: [40, 44, 118, '*'],
    body: [
      [monthTitle(title), '', '', ''],
      [headCell('No.', { alignment: 'right' }), headCell('Time'), headCell('Who, and from where'), headCell('What')],
      ...[...Map.groupBy(entries, ({ at }) => londonDay(at))].flatMap(([day, ofDay]): TableCell[][] => [
        [
          {
            text: [
              { text: `${weekdayName(day)} ${showDate(day)}`, bold: true },
              { text: `   ${offsetsOf(ofDay)}`, color: muted },
            ],
            fontSize: 8,
            colSpan: 4,
            fillColor: sunken,
          },
          '',
          '',
          '',
        ],
        ...ofDay.map((entry) => entryRow(entry, mailNumbers)),
      ]),
    ],
  },
  layout: 'ledger',
})

/** "Day and time (London, with offset)." Two on a day on which the clocks change. */
const offsetsOf = (ofDay: readonly RecordEntry[]): string => [...new Set(ofDay.map(({ at }) => londonOffset(at)))].join(', ')

const lengthOf = ({ facts, words }: RecordEntry): number =>
  words.length + facts.reduce((sum, { from = '', to = '' }) => sum + from.length + to.length, 0)

const entryRow = (entry: RecordEntry, mailNumbers: ReadonlyMap<string, number>): TableCell[] => [
  { text: entry.position?.toLocaleString('en-GB') ?? '', alignment: 'right', color: muted },
  { text: showTime(entry.at), color: muted },
  {
    stack: [
      { text: runs(entry.author?.name ?? 'By rule', { bold: true }) },
      { text: runs([entry.author?.role, entry.via].filter(Boolean).join(', ')), fontSize: 7.5, color: muted },
    ],
  },
  {
    stack: [
      { text: runs(entry.words, { bold: true, ...(entry.isDeletion ? { color: bad } : {}) }) },
      ...factLines(entry),
      ...entry.remarks.map(remark),
      ...entry.emails.flatMap((email) => emailLines(email, mailNumbers.get(email._id))),
      ...(entry.replacedBy === null
        ? []
        : [remark(`The content was replaced by an erasure, entry ${entry.replacedBy.toLocaleString('en-GB')}.`)]),
    ],
  },
]

const remark = (text: string): ContentText => ({ text: runs(text), fontSize: 7.5, color: muted, margin: [0, 1, 0, 0] })

/** Facts up to this length share a line. */
const shortFact = 40

function factLines({ facts, isDeletion }: RecordEntry): ContentText[] {
  const lines: EventFact[][] = []
  let room = 0
  for (const one of facts) {
    const length = [one.what, one.from, one.to].join(' ').length
    const last = lines.at(-1)
    if (last && length <= shortFact && length <= room) last.push(one)
    else lines.push([one])
    room = (lines.at(-1)?.length === 1 ? 64 : room) - length
  }
  return lines.map((line) => ({
    fontSize: 8.5,
    text: line.flatMap((one, index) => [...(index === 0 ? [] : [{ text: '      ' }]), ...factRuns(one, isDeletion)]),
  }))
}

/** The old value, struck through, followed by the new one. */
const factRuns = ({ what, from, to }: EventFact, isDeletion: boolean): ContentText[] => [
  { text: `${what}  `, color: muted },
  ...(from === undefined ? [] : runs(from, { decoration: 'lineThrough', color: muted })),
  ...(from !== undefined && to !== undefined ? [{ text: '  ›  ', color: muted }] : []),
  ...(to === undefined ? [] : runs(to, isDeletion ? { decoration: 'lineThrough' } : {})),
]

const emailLines = (email: RecordEntry['emails'][number], number: number | undefined): Content[] => [
  {
    fontSize: 8.5,
    text: [
      { text: 'E-mail  ', color: muted },
      ...runs(email.subject),
      { text: '  to  ', color: muted },
      ...runs(email.to.join(', ')),
    ],
  },
  number === undefined
    ? remark(`${email.delivery}. ${email.withoutText ?? ''}`)
    : { text: [`${email.delivery}. E-mail ${number}, page `, { pageReference: `mail-${number}` }], fontSize: 7.5, color: muted },
]
