import { isOneOf, managers } from '../../access/permissions.ts'
import { othersRow, peopleMetrics, type Week, type WeekPersonRow } from './week.model.ts'

/** Null where the figure of one of them is not known. */
export const sumOfPeople = (people: readonly WeekPersonRow[], nth: number): number | null =>
  people.reduce<number | null>((sum, { values }) => (sum === null || values[nth] === null ? null : sum + (values[nth] ?? 0)), 0)

/** The row of everybody but oneself: "S, progressors and readers see their own row and 'Others'." */
export function withoutColleagues(people: readonly WeekPersonRow[], userId: string): WeekPersonRow[] {
  const [own, others] = [people.filter(({ _id }) => _id === userId), people.filter(({ _id }) => _id !== userId)]
  const values = peopleMetrics.map((_, nth) => sumOfPeople(others, nth))
  return [...own, { _id: othersRow, name: 'Others', left: false, values, target: null, pace: null }]
}

/** "M see all rows of their reach; S, progressors and readers see their own row and 'Others'." */
export const seesPeople = (type: string): boolean => isOneOf(managers, type)

/** The week as somebody may see it. */
export const weekFor = (week: Week, { userId, type }: { userId: string; type: string }): Week =>
  week.by === 'branch' || seesPeople(type) ? week : { ...week, people: withoutColleagues(week.people, userId) }
