import { findImportField, type ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import type { Db } from '../../db/pool.ts'

type CodeListInput = {
  kind: ImportKind
  mapping: Record<string, string | null>
  codes: Record<string, Record<string, string | null>>
}

/** "A code of another list: 400 with the column." */
export async function codeIssues(db: Db, companyId: string, { kind, mapping, codes }: CodeListInput) {
  const branches = await db
    .selectFrom('branch')
    .select('id')
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .execute()
  return Object.entries(codes).flatMap(([column, list]) => {
    const field = mapping[column] ? findImportField(kind, mapping[column]) : undefined
    if (field?.reader !== 'choice') return [{ path: `codes.${column}`, message: 'This column has no list of codes.' }]
    const ours = field.key === 'branch' ? branches.map(({ id }) => id) : (field.choices ?? []).map(({ value }) => String(value))
    const strange = Object.values(list).find((value) => value !== null && !ours.includes(value))
    return strange === undefined
      ? []
      : [{ path: `codes.${column}`, message: `“${strange}” is not in the list of ${field.title}.` }]
  })
}

/** Converts the codes of a request to values of their fields: numbers are text in a request. */
export const toFieldCodes = (kind: ImportKind, mapping: CodeListInput['mapping'], codes: CodeListInput['codes']) =>
  Object.fromEntries(
    Object.entries(codes).map(([column, list]) => {
      const choices = (mapping[column] ? findImportField(kind, mapping[column])?.choices : undefined) ?? []
      const ours = (value: string | null) =>
        value === null ? null : (choices.find((choice) => String(choice.value) === value)?.value ?? value)
      return [column, Object.fromEntries(Object.entries(list).map(([theirs, value]) => [theirs, ours(value)]))]
    }),
  )
