import { type Instant, londonDay, showDate, showTime } from '../../common/dates.ts'
import { showMetric } from '../dashboard/metric-values.ts'
import { describePace, type PaceTone, showTarget } from './targets.ts'
import {
  type Aimed,
  nobodyRow,
  othersRow,
  paceHeadings,
  paceMetricOf,
  peopleColumns,
  type Week,
  type WeekList,
  type WeekListRow,
  type WeekMetric,
  type WeekPersonRow,
  type WeekRow,
  weekByLabels,
  weekFlows,
  weekLabels,
} from './week.model.ts'
import { sumOfPeople } from './week-for.ts'
import { rangeInWords, showNearDay, showRange } from './week-periods.ts'

/** The manager's week on one A4 page, for print and PDF: [seat §4](docs/design/seat.md#4). Everything is text; what is too much is cut. */

const mostPeople = 14
/** Of the lists, on paper and on screen before all are asked for. */
export const mostRows = { exchanges: 6, fallen: 4, moves: 4 } as const
const mostCharacters = 32
/** Of what stands beside a row of a list: two lines. */
const mostOfWords = 72

export type PageTone = PaceTone | 'late' | 'soon' | 'quiet'
export type PageCell = { text: string; tone?: PageTone | undefined }
export type PageTable = { head: string[]; rows: { name: string; cells: PageCell[]; isTotal?: boolean; isQuiet?: boolean }[] }
export type PageList = {
  title: string
  about: string
  rows: { name: string; on: string; words: PageCell }[]
  more: string | null
}
export type WeekPage = {
  title: string
  subtitle: string
  made: string
  figures: PageTable
  atEnd: PageTable['rows']
  peopleTitle: string
  people: PageTable
  lists: PageList[]
  foot: string
}

/** "names cut at 32 characters with …". */
export const cutName = (name: string): string => cut(name, mostCharacters)

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** `7`, `£21,290`; "–" where it is not known. */
export const showFigure = (metric: WeekMetric, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : showMetric(metric, value)

/** `Monday 23 to Saturday 28 November 2026, so far`. */
export const periodTitle = ({ periods: [now], soFar }: Pick<Week, 'periods' | 'soFar'>): string =>
  now ? `${rangeInWords(now)}${soFar ? ', so far' : ''}` : ''

export const periodHeadings = ({ periods, today }: Pick<Week, 'periods' | 'today'>): string[] =>
  periods.map((period) => showRange(period, today))

export const targetHeading = ({ soFar }: Pick<Week, 'soFar'>): string => (soFar ? 'Target to date' : 'Target')

/** The titles of the lists with count and fees. */
export function weekLists({ lists, aheadTo, today }: Pick<Week, 'lists' | 'aheadTo' | 'today'>) {
  const to = showNearDay(aheadTo, today)
  const about = ({ count, fees }: WeekList): string => (count === 0 ? '0' : `${count} · ${showMetric('feesSold', fees)}`)
  return (
    [
      ['exchanges', `Exchanges expected by ${to}`],
      ['fallen', 'Fallen off'],
      ['moves', `Moves to ${to}`],
    ] as const
  ).map(([key, title]) => ({
    key,
    title,
    about: key === 'moves' ? String(lists.moves.count) : about(lists[key]),
    list: lists[key],
  }))
}

/** What stands beside the day of a row: of moves the fee. */
export const listWords = (key: keyof Week['lists'], { words, fee }: WeekListRow): string =>
  key === 'moves' ? (fee === null ? '' : showMetric('feesSold', fee)) : words

const toPace = (metric: WeekMetric, { pace, target, note }: Aimed): PageCell => {
  const said = describePace(metric, pace, target)
  return said ? { text: said.words, tone: said.tone } : { text: cutName(note ?? ''), tone: note === null ? undefined : 'quiet' }
}

const figureRow = ({ metric, values, ...aimed }: WeekRow) => ({
  name: weekLabels[metric],
  cells: [
    ...values.map((value, nth): PageCell => ({ text: showFigure(metric, value), tone: nth > 0 ? 'quiet' : undefined })),
    { text: aimed.target === null ? '' : showTarget(metric, aimed.target) },
    toPace(metric, aimed),
  ],
})

/** "at most 14 people then 'Others (5)'": Nobody and the colleagues that one may not see stay. */
function fewPeople(people: readonly WeekPersonRow[]): WeekPersonRow[] {
  const named = people.filter(({ _id }) => _id !== nobodyRow && _id !== othersRow)
  if (named.length <= mostPeople) return [...people]
  const rest = named.slice(mostPeople)
  const values = peopleColumns.map((_, nth) => sumOfPeople(rest, nth))
  const others: WeekPersonRow = {
    _id: 'rest',
    name: `Others (${rest.length})`,
    left: false,
    values,
    target: null,
    pace: null,
    note: null,
  }
  return [...named.slice(0, mostPeople), others, ...people.filter(({ _id }) => _id === nobodyRow || _id === othersRow)]
}

/** `Digby Underhay (left)`. */
export const personName = ({ name, left }: Pick<WeekPersonRow, 'name' | 'left'>): string => (left ? `${name} (left)` : name)

function peopleTable(week: Week): PageTable {
  const metric = paceMetricOf(week.by)
  const cells = (values: readonly (number | null | undefined)[]): PageCell[] =>
    peopleColumns.map(([of], nth) => ({ text: showFigure(of, values[nth]) }))
  const totals = peopleColumns.map(([of]) => week.rows.find((row) => row.metric === of)?.values[0])
  return {
    head: [weekByLabels[week.by], ...peopleColumns.map(([, heading]) => heading), paceHeadings[week.by]],
    rows: [
      ...fewPeople(week.people).map((person) => ({
        name: cutName(personName(person)),
        cells: [...cells(person.values), toPace(metric, person)],
        isQuiet: person._id === nobodyRow,
      })),
      { name: cutName(week.name), cells: [...cells(totals), { text: '' }], isTotal: true },
    ],
  }
}

/** Stocks are what was recorded by the last day, as on the dashboard; flows take what is entered later. */
export const atEndHeading = 'At the end of the period'
export const atEndNote = 'As recorded by then. What was entered later counts above, on its own day: a sale can be in both.'

/** `for`: the name of who made it. */
export function weekPage(week: Week, { now, madeFor }: { now: Instant; madeFor: string }): WeekPage {
  const isFlow = ({ metric }: WeekRow): boolean => (weekFlows as readonly WeekMetric[]).includes(metric)
  const [, ...beside] = periodHeadings(week)
  return {
    title: `Week of ${cutName(week.name)}`,
    subtitle: `${periodTitle(week)} · beside ${beside.join(' and ')}`,
    made: `${cutName(week.company)} · made ${showDate(londonDay(now))} ${showTime(now)} for ${cutName(madeFor)}`,
    figures: {
      head: [cutName(week.name), ...periodHeadings(week), targetHeading(week), 'Pace'],
      rows: week.rows.filter(isFlow).map(figureRow),
    },
    atEnd: week.rows.filter((row) => !isFlow(row)).map(figureRow),
    peopleTitle: `By ${weekByLabels[week.by].toLowerCase()}`,
    people: peopleTable(week),
    lists: weekLists(week).map(({ key, title, about, list }) => {
      const rows = list.rows.slice(0, mostRows[key])
      return {
        title,
        about,
        rows: rows.map((row) => ({
          name: cutName(row.line1),
          on: row.on === null ? '' : showNearDay(row.on, week.today),
          words: { text: cut(listWords(key, row), mostOfWords), tone: row.tone ?? 'quiet' },
        })),
        more: list.count > rows.length ? `and ${list.count - rows.length} more` : null,
      }
    }),
    foot: 'Definitions as in the management dashboard. Fees after the deduction, without VAT. Targets are monthly figures shared out by calendar days.',
  }
}

/** `Week-Tilehurst-2026-11-29.pdf`: named after the last day. */
export const weekFileName = ({ name, periods: [now], today }: Week): string =>
  `Week-${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}-${now?.last ?? today}.pdf`
