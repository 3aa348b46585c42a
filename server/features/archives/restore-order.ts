import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { tablesByName } from '../../db/tables.ts'
import { columnsOf, type DumpColumn, keyOf } from './dump-table.ts'

/** A foreign key between two tables; `columns` without `company_id`. */
export type ForeignKey = { from: string; to: string; columns: string[]; toColumns: string[]; all: string[]; toAll: string[] }

/** An archived table in this version. `left`: columns that are left out, and ignored in an older archive. `required`: columns that every row must have. */
export type TableShape = { name: string; columns: DumpColumn[]; left: string[]; required: string[]; key: string[] }

export const tableNames = Object.entries(tablesByName).flatMap(([name, { as }]) => (as === 'archived' ? [name] : []))

/** Tables that are exported and checked, but not restored: domains of single sign-on are confirmed by each installation itself. */
export const notRestored: readonly string[] = ['company_domain']

/** The columns of a table that are archived. */
export async function shapeOf(db: Db, name: string): Promise<TableShape> {
  const of = tablesByName[name]
  const left = of?.as === 'archived' ? Object.keys(of.without ?? {}) : []
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
      and attgenerated = ''`.execute(db)
  return {
    name,
    columns: await columnsOf(db, `public.${name}`, left),
    left,
    required: rows.map((row) => row.name).filter((column) => !left.includes(column)),
    key: await keyOf(db, `public.${name}`),
  }
}

/** The foreign keys of archived tables. */
export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<{ from: string; to: string; all: string[]; toAll: string[] }>`
    select f.relname::text as from, t.relname::text as to,
      array(select attname::text from unnest(k.conkey) with ordinality as c (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number order by c.place) as all,
      array(select attname::text from unnest(k.confkey) with ordinality as c (number, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.number order by c.place) as "toAll"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2, k.conname`.execute(db)
  return rows
    .filter(({ from }) => tableNames.includes(from))
    .map((key) => ({
      ...key,
      columns: key.all.filter((column) => column !== 'company_id'),
      toColumns: key.toAll.filter((_column, at) => key.all[at] !== 'company_id'),
    }))
}

/** The tables in topological order of their foreign keys. `company` and `app_user` refer to each other. */
export function restoreOrder(keys: readonly ForeignKey[]): string[] {
  const order: string[] = []
  const visit = (name: string, above: readonly string[]): void => {
    if (order.includes(name) || above.includes(name) || !tableNames.includes(name)) return
    for (const { from, to } of keys) if (from === name && to !== name) visit(to, [...above, name])
    if (!order.includes(name)) order.push(name)
  }
  // The reference of `company` to an account is set later.
  order.push('company')
  visit('app_user', [])
  for (const name of tableNames) visit(name, [])
  return order
}
