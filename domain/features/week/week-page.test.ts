import { describe, expect, test } from 'vitest'
import { nobodyRow, peopleMetrics, type Week, type WeekListRow, weekMetrics } from './week.model.ts'
import { weekFor } from './week-for.ts'
import { weekPage } from './week-page.ts'

const person = (nth: number) => ({
  _id: `id-${nth}`,
  name: `Person ${nth}`,
  left: nth === 2,
  values: peopleMetrics.map(() => nth),
  target: nth === 1 ? 4 : null,
  pace: nth === 1 ? -3 : null,
  note: nth === 3 ? 'target is of 2 branches' : null,
})
const row = (nth: number): WeekListRow => ({
  _id: String(nth),
  branch: 'b',
  line1: nth === 0 ? 'The Old Post Office and Stables, Upper Basildon' : `${nth} Ash Road`,
  on: `2026-12-0${nth + 1}`,
  fee: 4190,
  words: 'waits for the searches',
  tone: nth === 0 ? 'late' : null,
})
const list = (count: number) => ({
  count,
  fees: count * 4190,
  passed: 0,
  rows: Array.from({ length: count }, (_, nth) => row(nth)),
})
const week = (people: Week['people']): Week => ({
  name: 'Tilehurst',
  company: 'Larkmead',
  kind: 'week',
  soFar: true,
  by: 'negotiator',
  today: '2026-11-28',
  periods: [
    { first: '2026-11-23', last: '2026-11-28' },
    { first: '2026-11-16', last: '2026-11-21' },
    { first: '2025-11-24', last: '2025-11-29' },
  ],
  rows: weekMetrics.map((metric) => ({
    metric,
    values: [5, 3, metric === 'salesPipeline' ? null : 4],
    target: metric === 'salesAgreed' ? 4.2 : null,
    pace: metric === 'salesAgreed' ? 0.8 : null,
    note: metric === 'takeOn' ? 'no target: Caversham' : null,
  })),
  people,
  lists: { exchanges: list(9), fallen: list(4), moves: list(0) },
  endOfWeek: { day: 0, time: '09:00' },
  yearStarts: 4,
  aheadTo: '2026-12-06',
  nobody: 0,
  knownSince: null,
})
const made = { now: '2026-11-28T17:32:00Z', madeFor: 'Marnie Quillfeather' }

describe('weekPage: one A4', () => {
  test('has the words of the head and the figures', () => {
    const page = weekPage(week([person(1)]), made)
    expect(page).toMatchObject({
      title: 'Week of Tilehurst',
      subtitle: 'Monday 23 to Saturday 28 November 2026, so far · beside 16/11–21/11 and 24/11–29/11/2025',
      made: 'Larkmead · made 28/11/2026 17:32 for Marnie Quillfeather',
    })
    expect(page.figures.head).toEqual(['Tilehurst', '23/11–28/11', '16/11–21/11', '24/11–29/11/2025', 'Target to date', 'Pace'])
    const agreed = page.figures.rows.find(({ name }) => name === 'Sales agreed')
    expect(agreed?.cells.map(({ text }) => text)).toEqual(['5', '3', '4', '4.2', '0.8 ahead'])
    expect(page.atEnd.map(({ name, cells }) => [name, cells[2]?.text])).toEqual([
      ['Sales pipeline', '–'],
      ['Pipeline fees', '£4'],
      ['On the market', '4'],
      ['Moves in the week ahead', '4'],
    ])
  })

  test('cuts what stands beside a row, so that a list keeps its lines', () => {
    const long = 'waits for the answers of the buyer’s solicitor and of the managing agent to the enquiries'
    const { lists, ...rest } = week([person(1)])
    const rows = lists.exchanges.rows.map((row) => ({ ...row, words: long }))
    const [exchanges] = weekPage({ ...rest, lists: { ...lists, exchanges: { ...lists.exchanges, rows } } }, made).lists
    expect(exchanges?.rows[0]?.words.text).toBe('waits for the answers of the buyer’s solicitor and of the managing agen…')
  })

  test('says in place of a pace which branches have no target, and whose target is of more branches', () => {
    const page = weekPage(week([person(3)]), made)
    expect(page.figures.rows[0]?.cells.at(-1)).toEqual({ text: 'no target: Caversham', tone: 'quiet' })
    expect(page.people.rows[0]?.cells.at(-1)).toEqual({ text: 'target is of 2 branches', tone: 'quiet' })
  })

  test('names 14 people, adds up the others, and keeps Nobody', () => {
    const nobody = { ...person(0), _id: nobodyRow, name: 'Nobody' }
    const { rows } = weekPage(week([...Array.from({ length: 19 }, (_, nth) => person(nth + 1)), nobody]), made).people
    expect(rows.map(({ name }) => name).slice(13)).toEqual(['Person 14', 'Others (5)', 'Nobody', 'Tilehurst'])
    expect(rows.map(({ name }) => name)[1]).toBe('Person 2 (left)')
    expect(rows[14]?.cells[0]?.text).toBe(String(15 + 16 + 17 + 18 + 19))
    expect(rows[0]?.cells.at(-1)).toEqual({ text: '£3 behind', tone: 'behind' })
  })

  test('lists 6, 4 and 4 rows, says how many more there are, and cuts names at 32 characters', () => {
    const { lists } = weekPage(week([]), made)
    expect(lists.map(({ title, about, rows, more }) => [title, about, rows.length, more])).toEqual([
      ['Exchanges expected by 06/12', '9 · £37,710', 6, 'and 3 more'],
      ['Fallen off', '4 · £16,760', 4, null],
      ['Moves to 06/12', '0', 0, null],
    ])
    expect(lists[0]?.rows[0]).toEqual({
      name: 'The Old Post Office and Stables…',
      on: '01/12',
      words: { text: 'waits for the searches', tone: 'late' },
    })
  })
})

test('weekFor: managers see everybody; others their own row and Others, who have the rest of every column', () => {
  const all = week([person(1), person(2), person(3)])
  const seenBy = (userId: string, type: string) =>
    weekFor(all, { userId, type }).people.map(({ _id, name, values }) => [_id, name, values[0]])
  expect(weekFor(all, { userId: 'id-2', type: 'BRANCH_ADMIN' })).toEqual(all)
  expect(seenBy('id-2', 'PROGRESSOR')).toEqual([
    ['id-2', 'Person 2', 2],
    ['others', 'Others', 4],
  ])
  expect(seenBy('reader', 'READER')).toEqual([['others', 'Others', 6]])
})
