import pg from 'pg'
import type { CodeObject } from './schema-files.ts'

/** Cannot drop columns from a view, change its columns, or change the return type or the parameter names of a function. */
const needsRemaking = ['42P16', '42P13']

/**
 * Brings the views, functions and triggers of the database up to date with their files, in the current transaction: what has changed
 * is replaced; an object whose columns or result change is dropped with those that need it and made again; what has no file any more
 * is dropped.
 */
export async function applyCodeObjects(client: pg.ClientBase, objects: readonly CodeObject[]): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: Buffer }>('select name, sha256 from schema_code')
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const gone = [...applied.keys()].filter((name) => !objects.some((object) => object.name === name))
  for (const name of gone) {
    await dropObject(client, name)
    await client.query('delete from schema_code where name = $1', [name])
  }
  const stale = new Set(objects.filter(({ name, sha256 }) => !applied.get(name)?.equals(sha256)).map(({ name }) => name))
  for (const object of objects) {
    if (!stale.has(object.name)) continue
    if (applied.has(object.name)) await dropTriggers(client, object.name)
    await client.query('savepoint code_object')
    try {
      await client.query(object.text)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !needsRemaking.includes(error.code ?? '')) throw error
      await client.query('rollback to savepoint code_object')
      const dependants = objects.filter((other) => isNeededBy(objects, object.name, other))
      for (const dependant of dependants.toReversed()) await dropObject(client, dependant.name)
      for (const { name } of dependants) stale.add(name)
      await dropObject(client, object.name)
      await client.query(object.text)
    }
    await client.query('release savepoint code_object')
    await client.query(
      'insert into schema_code (name, sha256) values ($1, $2) on conflict (name) do update set sha256 = $2, applied_on = now()',
      [object.name, object.sha256],
    )
  }
}

/** Whether `other` needs the object of this name, directly or through others. */
function isNeededBy(objects: readonly CodeObject[], name: string, other: CodeObject): boolean {
  return other.needs.some((needed) => {
    const next = objects.find((object) => object.name === needed)
    return needed === name || (next !== undefined && isNeededBy(objects, name, next))
  })
}

async function dropTriggers(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as drop
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where p.proname = $1 and p.pronamespace = 'public'::regnamespace and not t.tgisinternal`,
    [name],
  )
  for (const { drop } of rows) await client.query(drop)
}

async function dropObject(client: pg.ClientBase, name: string): Promise<void> {
  await dropTriggers(client, name)
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop function %s', p.oid::regprocedure) as drop from pg_proc p
     where p.proname = $1 and p.pronamespace = 'public'::regnamespace
     union all
     select format('drop view %I', v.viewname) from pg_views v where v.schemaname = 'public' and v.viewname = $1`,
    [name],
  )
  for (const { drop } of rows) await client.query(drop)
}
