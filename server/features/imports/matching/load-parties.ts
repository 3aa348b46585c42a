import { tidyCell } from '@gya/domain/features/imports/clean-cell.ts'
import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import { type Party, splitParties } from '@gya/domain/features/imports/split-parties.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { places } from '../../addresses/addresses.repository.ts'
import type { FileRow } from '../imports.repository.ts'
import { contactFieldKeys } from './match-sale-contacts.ts'

const towns = new Set(places.towns.map(({ town }) => town.toLowerCase()))

/**
 * The names of solicitors and brokers in files of sales that hold a person and a firm. Check and run decide by all names of the files, so that
 * they agree.
 */
export async function loadParties(db: Db, companyId: string, files: readonly FileRow[]): Promise<ReadonlyMap<string, Party>> {
  const cellsOf = async (kind: ImportKind, keys: readonly string[]): Promise<string[]> => {
    const cells: string[] = []
    for (const file of files.filter((one) => one.kind === kind))
      for (const [at, { name }] of file.columns.entries()) {
        if (!keys.includes(file.mapping[name] ?? '')) continue
        const { rows } = await sql<{ cell: string }>`
          select distinct raw ->> ${at}::int as cell from import_row
          where company_id = ${companyId} and file_id = ${file.id} and raw ->> ${at}::int <> ''`.execute(db)
        cells.push(...rows.map(({ cell }) => tidyCell(cell)))
      }
    return cells
  }
  const names = await cellsOf('sale', contactFieldKeys)
  if (names.length === 0) return new Map()
  const known = await db
    .selectFrom('company_contact')
    .select('name')
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .execute()
  const firms = [...known.map(({ name }) => name), ...(await cellsOf('firm', ['name']))]
  return splitParties(names, { firms, isTown: (name) => towns.has(name.toLowerCase()) })
}
