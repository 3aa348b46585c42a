import { figuresFor, seesFiguresOfPeople } from '../../access/figures-of-people.ts'
import { othersRow, peopleMetrics, type Week, type WeekPersonRow } from './week.model.ts'

/** Null where the figure of one of them is not known. */
export const sumOfPeople = (people: readonly WeekPersonRow[], nth: number): number | null =>
  people.reduce<number | null>((sum, { values }) => (sum === null || values[nth] === null ? null : sum + (values[nth] ?? 0)), 0)

/** The week as somebody may see it: colleagues and Nobody are one row, Others. */
export function weekFor(week: Week, { userId, type }: { userId: string; type: string }): Week {
  if (week.by === 'branch' || seesFiguresOfPeople(type)) return week
  const { shown, hidden } = figuresFor(week.people, type, ({ _id }) => _id === userId)
  const values = peopleMetrics.map((_, nth) => sumOfPeople(hidden, nth))
  return {
    ...week,
    people: [...shown, { _id: othersRow, name: 'Others', left: false, values, target: null, pace: null, note: null }],
  }
}
