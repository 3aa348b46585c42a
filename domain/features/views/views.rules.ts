import { type CallerType, isOneOf, managers, workers } from '../../access/permissions.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { columnsBeforeFixed, fixedColumns, minFrozen, type ViewColumnId, type ViewList, viewColumns } from './views.model.ts'

/** "At most 50 a person and 50 a branch." [day §8](docs/design/day.md#8). */
export const maxViews = 50

/** Number of existing views. `ofBranch`: of the branch with which the new view is shared. */
export const whyNotAddView = ({ ofPerson = 0, ofBranch = 0 }: { ofPerson?: number; ofBranch?: number }): ErrorCode | null =>
  ofPerson >= maxViews || ofBranch >= maxViews ? 'TOO_MANY_VIEWS' : null

type Owned = { ownerId: string; branchId: string | null }
type Person = { userId: string; type: CallerType }

/** "There all may use it, the owner and B, C, G change it." [day §8](docs/design/day.md#8). */
export const mayChangeView = ({ ownerId, branchId }: Owned, { userId, type }: Person): boolean =>
  isOneOf(workers, type) && (ownerId === userId || (branchId !== null && isOneOf(managers, type)))

/** "Shared by its owner to one of their branches." Others who may change the view cannot change its sharing. */
export const mayShareView = ({ ownerId }: Pick<Owned, 'ownerId'>, { userId }: Pick<Person, 'userId'>): boolean =>
  ownerId === userId

/**
 * The known columns of a list without duplicates, in the given order. Missing fixed columns are added, and fixed columns are moved as far
 * left as required.
 */
export function validColumns(list: ViewList, columns: readonly string[]): ViewColumnId[] {
  const fixed = fixedColumns[list]
  const known = viewColumns[list].map(({ id }) => id)
  const chosen = [...new Set(columns)].flatMap((wanted) => known.find((id) => id === wanted) ?? [])
  const others = chosen.filter((id) => !fixed.includes(id))
  const wanted = chosen.findIndex((id) => fixed.includes(id))
  const before = Math.min(Math.max(0, wanted), columnsBeforeFixed[list])
  return [...others.slice(0, before), ...fixed, ...others.slice(before)]
}

/**
 * All columns of a list in the order of the column chooser: shown columns in their order, each hidden column after the one that it follows
 * by default, and after the fixed columns.
 */
export function orderOfAll(list: ViewList, columns: readonly string[]): ViewColumnId[] {
  const fixed = fixedColumns[list]
  const order = validColumns(list, columns)
  const afterFixed = () => order.findLastIndex((id) => fixed.includes(id)) + 1
  let before = 0
  for (const { id } of viewColumns[list]) {
    if (fixed.includes(id)) continue
    const place = order.indexOf(id)
    if (place >= 0) before = place
    else {
      before = Math.max(before + 1, afterFixed())
      order.splice(before, 0, id)
    }
  }
  return order
}

/** Moves a column to a position in the order. A column that may not be directly before the fixed columns is moved past them. */
export function moveColumn(list: ViewList, order: readonly ViewColumnId[], id: ViewColumnId, to: number): ViewColumnId[] {
  if (fixedColumns[list].includes(id)) return [...order]
  const others = order.filter((one) => one !== id)
  const movedTo = (place: number) => validColumns(list, [...others.slice(0, place), id, ...others.slice(place)])
  const moved = movedTo(Math.max(0, Math.min(to, others.length)))
  return to > 0 && to < order.indexOf(id) && moved.join() === order.join() ? movedTo(to - 1) : moved
}

/**
 * "Freeze 2–4 columns, no wider than half the frame." Returns how many of the requested columns fit. The first two are always frozen, as in
 * the specification.
 */
export function fittingFrozen(widths: readonly number[], asked: number, frameWidth: number): number {
  let width = 0
  let fitting = 0
  for (const one of widths.slice(0, asked)) {
    width += one
    if (width > frameWidth / 2) break
    fitting += 1
  }
  return Math.min(asked, Math.max(minFrozen, fitting))
}
