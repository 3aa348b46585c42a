import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { ArchiveRefusedError, damaged } from './archive-zip.ts'
import type { PlatformPerson } from './find-platform-people.ts'
import type { NamedFiles } from './stage-tables.ts'

/** "409 `ARCHIVE_COMPANY_EXISTS`": also if the company was deleted, because its rows still exist. */
export async function requireNewCompany(db: Db, { _id, name }: { _id: string; name: string }): Promise<void> {
  const { rows } = await sql<{ name: string; isDeleted: boolean }>`
    select name, deleted_on is not null as "isDeleted" from public.company where id = ${_id}`.execute(db)
  const [there] = rows
  if (!there) return
  throw new ArchiveRefusedError(
    'ARCHIVE_COMPANY_EXISTS',
    `${name} already exists here${there.isDeleted ? ' and was deleted' : ''}${there.name === name ? '' : `, as ${there.name}`}.`,
  )
}

/** Ids that are unique across companies. Only a forged archive can contain an id that is in use here. */
const uniqueIds = [
  ['app_user', 'id'],
  ['branch', 'id'],
  ['mail', 'id'],
  ['api_key', 'prefix'],
] as const

/** Checks that no address or id of the staged rows is in use here. "`ARCHIVE_EMAIL_TAKEN` (the addresses; nobody is renamed)". */
export async function requireFreeNames(db: Db, people: readonly PlatformPerson[]): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    select s.email as address from pg_temp.app_user s join public.app_user u on u.email = s.email
    where s.deleted_on is null and s.type <> 'VENDOR' and u.deleted_on is null and u.type <> 'VENDOR'
    order by 1`.execute(db)
  const addresses = rows.map(({ address }) => address)
  if (addresses.length > 0)
    throw new ArchiveRefusedError(
      'ARCHIVE_EMAIL_TAKEN',
      addresses.length === 1
        ? `${addresses[0]} belongs to another account here.`
        : `${addresses.length} addresses belong to other accounts here.`,
      { addresses },
    )
  for (const [table, column] of uniqueIds) {
    const taken = await sql<{ value: string }>`
      select s.${sql.id(column)}::text as value from ${sql.id('pg_temp', table)} s
      join ${sql.id('public', table)} t on t.${sql.id(column)} = s.${sql.id(column)} limit 1`.execute(db)
    if (taken.rows[0]) throw damaged(`tables/${table}.jsonl`, null, `${taken.rows[0].value} belongs to another company here.`)
  }
  const strangers = await sql<{ id: string }>`
    select id from public.app_user where company_id is not null and id = any(${people.map(({ id }) => id)}::uuid[]) limit 1`.execute(
    db,
  )
  if (strangers.rows[0]) throw damaged('outside-people.jsonl', null, `${strangers.rows[0].id} belongs to another company here.`)
}

/** Checks that no file of the archive has the id of a stored file: a row must not give access to another company's file. */
export async function requireNewFiles(files: FileStore, { originals, pictures }: NamedFiles, file: string): Promise<void> {
  for (const [ids, part] of [
    [originals, 'original'],
    [pictures, 'card'],
  ] as const)
    for (const id of ids)
      if ((await files.size(fileKey(id, part))) !== null) throw damaged(file, null, `the file ${id} is already in use here.`)
}
