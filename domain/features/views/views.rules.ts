import { type CallerType, isOneOf, managers, workers } from '../../access/permissions.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { columnsBeforeFixed, fixedColumns, minFrozen, type ViewColumnId, type ViewList, viewColumns } from './views.model.ts'

/** "At most 50 a person and 50 a branch." Design of the day, section 8. */
export const maxViews = 50

/** Views there are before the one that is added; `ofBranch` of the branch that it is shared with. */
export const whyNotAddView = ({ ofPerson = 0, ofBranch = 0 }: { ofPerson?: number; ofBranch?: number }): ErrorCode | null =>
  ofPerson >= maxViews || ofBranch >= maxViews ? 'TOO_MANY_VIEWS' : null

type Owned = { ownerId: string; branchId: string | null }
type Person = { userId: string; type: CallerType }

/** "There all may use it, the owner and B, C, G change it." Design of the day, section 8. */
export const mayChangeView = ({ ownerId, branchId }: Owned, { userId, type }: Person): boolean =>
  isOneOf(workers, type) && (ownerId === userId || (branchId !== null && isOneOf(managers, type)))

/** "Shared by its owner to one of their branches." Who else may change it leaves the sharing as it is. */
export const mayShareView = ({ ownerId }: Pick<Owned, 'ownerId'>, { userId }: Pick<Person, 'userId'>): boolean =>
  ownerId === userId

/** The known columns of a list, each once, in their order; those that stay are added, and brought as far to the left as they must be. */
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
 * All columns of a list as the column chooser orders them: those that are shown in their order, each of the others after the
 * column that it follows by default, and after those that stay.
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

/** Moves a column to a place in an order; past those that stay if it cannot stand right before them. */
export function moveColumn(list: ViewList, order: readonly ViewColumnId[], id: ViewColumnId, to: number): ViewColumnId[] {
  if (fixedColumns[list].includes(id)) return [...order]
  const others = order.filter((one) => one !== id)
  const movedTo = (place: number) => validColumns(list, [...others.slice(0, place), id, ...others.slice(place)])
  const moved = movedTo(Math.max(0, Math.min(to, others.length)))
  return to > 0 && to < order.indexOf(id) && moved.join() === order.join() ? movedTo(to - 1) : moved
}

/**
 * "Freeze 2–4 columns, no wider than half the frame." How many of the asked fit; the first two are frozen in any case, as the
 * specification freezes them.
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
