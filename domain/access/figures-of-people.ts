import { isOneOf, managers } from './permissions.ts'

/**
 * Who sees figures by person, in the week and in Today's table of people (decision 153): "M see all rows of their reach; S, progressors and
 * readers see their own row and 'Others'." [seat §4](docs/design/seat.md#4). Sales that wait are no figures: whoever reaches a sale sees it
 * in the list of whoever runs it.
 */
export const seesFiguresOfPeople = (type: string): boolean => isOneOf(managers, type)

/** The rows of a table by person that somebody sees, and those whose figures are shown at most as a sum. */
export const figuresFor = <Row>(
  rows: readonly Row[],
  type: string,
  isOwn: (row: Row) => boolean,
): { shown: Row[]; hidden: Row[] } => ({
  shown: rows.filter((row) => seesFiguresOfPeople(type) || isOwn(row)),
  hidden: rows.filter((row) => !seesFiguresOfPeople(type) && !isOwn(row)),
})
