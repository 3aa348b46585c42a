import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { applyCodeObjects } from './code-objects.ts'
import { migrate } from './migrate.ts'
import { type CodeObject, readCodeObjects, readMigrations } from './schema-files.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
beforeEach(async () => {
  copy = await createTestDatabase()
  client = new pg.Client(copy.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await copy.drop()
})

const recorded = async () => [
  (await client.query('select * from schema_migration order by name')).rows,
  (await client.query('select * from schema_code order by name')).rows,
]

describe('a database that does not fit the files is refused in one line, and nothing is written', () => {
  test.each([
    [
      'of a newer version',
      "insert into schema_migration (name, sha256) values ('9998-later.sql', ''), ('9999-last.sql', '')",
      'This database was changed by a newer version of GYA (9998-later.sql). Start that version, or restore a backup.',
    ],
    [
      'with an edited migration',
      "update schema_migration set sha256 = '\\x00', applied_on = '2026-11-28T12:00Z' where name = '0001-baseline.sql'",
      'Migration 0001-baseline.sql is not the file that was applied here on 28/11/2026. Restore it, or write a new migration.',
    ],
    [
      'with a migration that is missing here',
      "insert into schema_migration (name, sha256, applied_on) values ('0000-gone.sql', '', '2026-11-28T12:00Z')",
      'Migration 0000-gone.sql is not the file that was applied here on 28/11/2026. Restore it, or write a new migration.',
    ],
    [
      'of an earlier build than 0.1.0',
      "drop table schema_migration; create table schema_migration (name text primary key); insert into schema_migration values ('0001-first-light.sql')",
      'This database was made by an earlier build than 0.1.0. Start 0.1.0 once, then this version.',
    ],
  ])('%s', async (_case, change, sentence) => {
    await client.query(change)
    const before = await recorded()
    await expect(migrate(copy.url)).rejects.toMatchObject({ message: sentence, exitCode: 78 })
    expect(await recorded()).toEqual(before)
  })

  test('the app prints the line and exits with code 78', async () => {
    await client.query("insert into schema_migration (name, sha256) values ('9999-later.sql', '')")
    const app = spawn(process.execPath, ['server/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, DATABASE_URL: copy.url, MAIL: 'keep', PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'exit')])
    expect([said, code]).toEqual([
      'This database was changed by a newer version of GYA (9999-later.sql). Start that version, or restore a backup.\n',
      78,
    ])
  })
})

test('a second migration changes nothing', async () => {
  const before = await recorded()
  await migrate(copy.url)
  expect(await recorded()).toEqual(before)
})

test('migrations after the baseline define no functions, views or triggers, those are code objects; but for functions of stored columns', async () => {
  const [baseline, ...later] = await readMigrations()
  expect(baseline?.name).toBe('0001-baseline.sql')
  expect(later.filter((file) => /create (or replace )?(function|view|trigger)/i.test(file.text)).map(({ name }) => name)).toEqual(
    ['0480-search-fold.sql'],
  )
})

describe('code objects', () => {
  const object = (name: string, body: string, needs: string[] = []): CodeObject => ({
    name,
    text: body,
    needs,
    sha256: Buffer.from(body),
  })
  const counted = object('test_counted', 'create or replace view test_counted as select 1 as one')
  const above = object('test_above', 'create or replace view test_above as select one from test_counted', ['test_counted'])
  const keeper = (words: string) =>
    object(
      'test_keeper',
      `create or replace function test_keeper() returns trigger language plpgsql as $$ begin return new; end $$; ${words}`,
    )
  const on = (name: string) =>
    `create or replace trigger ${name} before insert on lender for each row execute function test_keeper()`
  const triggers = async () =>
    (await client.query("select tgname from pg_trigger where tgrelid = 'lender'::regclass and not tgisinternal")).rows
  const apply = async (...added: CodeObject[]) => {
    await client.query('begin')
    await applyCodeObjects(client, [...(await readCodeObjects()), ...added])
    await client.query('commit')
  }

  test('a view whose columns change is made again with the views that need it', async () => {
    await apply(counted, above)
    await apply(object('test_counted', 'create or replace view test_counted as select 2::bigint as one, 3 as more'), above)
    expect((await client.query('select * from test_above')).rows).toEqual([{ one: '2' }])
  })

  test('an object without a file is dropped, with its triggers', async () => {
    await apply(counted, keeper(on('test_first')))
    await apply()
    expect((await client.query("select to_regclass('test_counted') as view, to_regproc('test_keeper') as keeper")).rows).toEqual([
      { view: null, keeper: null },
    ])
    expect(await triggers()).toEqual([])
  })

  test('a renamed trigger replaces the former one', async () => {
    await apply(keeper(on('test_first')))
    await apply(keeper(on('test_second')))
    expect(await triggers()).toEqual([{ tgname: 'test_second' }])
  })
})
