import { isOneOf, managers, type UserType, workers } from '../../access/permissions.ts'
import type { ErrorCode } from '../../errors.ts'
import { fixedColumns, minFrozen, type ViewColumnId, type ViewList, viewColumns } from './views.model.ts'

/** "At most 50 a person and 50 a branch." Design of the day, section 8. */
export const maxViews = 50

/** Views there are before the one that is added; `ofBranch` of the branch that it is shared with. */
export const whyNotAddView = ({ ofPerson = 0, ofBranch = 0 }: { ofPerson?: number; ofBranch?: number }): ErrorCode | null =>
  ofPerson >= maxViews || ofBranch >= maxViews ? 'TOO_MANY_VIEWS' : null

type Owned = { ownerId: string; branchId: string | null }
type Person = { userId: string; type: UserType }

/** "There all may use it, the owner and B, C, G change it." Design of the day, section 8. */
export const mayChangeView = ({ ownerId, branchId }: Owned, { userId, type }: Person): boolean =>
  isOneOf(workers, type) && (ownerId === userId || (branchId !== null && isOneOf(managers, type)))

/** "Shared by its owner to one of their branches." Who else may change it leaves the sharing as it is. */
export const mayShareView = ({ ownerId }: Pick<Owned, 'ownerId'>, { userId }: Pick<Person, 'userId'>): boolean =>
  ownerId === userId

/** The known columns of a list, each once, after those that stay first. */
export function validColumns(list: ViewList, columns: readonly string[]): ViewColumnId[] {
  const fixed = fixedColumns[list]
  const known = viewColumns[list].map(({ id }) => id).filter((id) => !fixed.includes(id))
  const chosen = [...new Set(columns)].flatMap((wanted) => known.find((id) => id === wanted) ?? [])
  return [...fixed, ...chosen]
}

/**
 * All columns of a list as the column chooser orders them: those that are shown in their order, each of the others after the
 * column that it follows by default.
 */
export function orderOfAll(list: ViewList, columns: readonly string[]): ViewColumnId[] {
  const order = validColumns(list, columns)
  let before = 0
  for (const id of validColumns(
    list,
    viewColumns[list].map((column) => column.id),
  )) {
    const place = order.indexOf(id)
    if (place >= 0) before = place
    else {
      before = Math.max(before + 1, fixedColumns[list].length)
      order.splice(before, 0, id)
    }
  }
  return order
}

/** Moves a column to a place in an order; those that stay first keep theirs. */
export function moveColumn(list: ViewList, order: readonly ViewColumnId[], id: ViewColumnId, to: number): ViewColumnId[] {
  const fixed = fixedColumns[list]
  if (fixed.includes(id)) return [...order]
  const others = order.filter((one) => one !== id)
  const place = Math.max(fixed.length, Math.min(to, others.length))
  return [...others.slice(0, place), id, ...others.slice(place)]
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
