import type { FieldValues } from '@gya/domain/features/imports/decide-row.ts'
import { fitSale } from '@gya/domain/features/imports/imported-sale.ts'
import type { Match, MatchContext } from './matching/match.ts'
import type { NamedPerson, PreparedRow } from './prepare-row.ts'

type Fitted = { row: PreparedRow; found: Match }

/** A row beside what GYA has of its property. Check and run call it before they decide the row. */
export function fitRow(context: MatchContext, row: PreparedRow, found: Match): Fitted {
  return row.skip === undefined ? besideSale(besideBranch(context, { row, found })) : { row, found }
}

/**
 * A colleague who does not work in the branch of the property is left empty, like a name that nobody has: the cell is optional.
 * [seat §6](docs/design/seat.md#6).
 */
function besideBranch({ index, contents }: MatchContext, { row, found }: Fitted): Fitted {
  const detail = found.property?.detail
  const isThere = { bStaff: detail?.contacts.bStaff?._id, negotiator: detail?.negotiator?._id }
  const branchIds = branchesOf(contents, row, found)
  const elsewhere = (Object.entries(row.people) as [NamedPerson, { id: string }][]).flatMap(([field, { id }]) =>
    isThere[field] === id || branchIds.every((branchId) => index.members.has(`${branchId} ${id}`)) ? [] : [field],
  )
  if (elsewhere.length === 0) return { row, found }
  const without = <T extends object>(of: T): T =>
    Object.fromEntries(Object.entries(of).filter(([key]) => !elsewhere.some((field) => field === key))) as T
  return {
    row: {
      ...row,
      values: without(row.values),
      people: without(row.people),
      issues: [...row.issues, ...elsewhere.flatMap((field) => row.people[field]?.elsewhere ?? [])],
    },
    found: found.values ? { ...found, values: without<FieldValues>(found.values) } : found,
  }
}

/** The branch of the property of a row. A duplicate may become either property: both branches. */
function branchesOf(contents: MatchContext['contents'], row: PreparedRow, { property, alike }: Match): string[] {
  const own = row.kind === 'property' ? row : contents.properties.get(String(row.values.propertyRef ?? ''))?.created
  const given = property === null || (row.kind === 'property' && alike !== null) ? own?.branchId : null
  return [property?.detail.branch._id, given].filter((id) => typeof id === 'string')
}

function besideSale({ row, found }: Fitted): Fitted {
  if (row.kind !== 'sale') return { row, found }
  const { property, values } = found
  const is = { timeline: property?.timeline ?? [], completionDate: property?.detail.completionDate ?? null }
  return {
    row: { ...row, ...fitSale(row.values, row.issues, is) },
    found: values ? { ...found, values: fitSale(values, [], is).values } : found,
  }
}
