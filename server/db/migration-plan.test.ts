import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { classifyStatement, planMigrations, splitStatements } from './migration-plan.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
beforeAll(async () => {
  copy = await createTestDatabase()
  client = new pg.Client(copy.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await copy.drop()
})

test('statements are split outside texts, comments and bodies', () => {
  expect(
    splitStatements(`-- A comment; with a semicolon.
    insert into lender (name) values ('One; two');
    do $$ begin perform 1; end $$;
    alter table lender
      add column note text; -- the last one`),
  ).toEqual(["insert into lender (name) values ('')", 'do $$', 'alter table lender add column note text'])
})

test.each([
  ['alter table offer add column mark text', 'catalogue', 'ACCESS EXCLUSIVE'],
  ["alter table offer add column mark text not null default ''", 'catalogue', 'ACCESS EXCLUSIVE'],
  ['alter table offer add column mark uuid default gen_random_uuid()', 'rewrite', 'ACCESS EXCLUSIVE'],
  ['alter table offer alter column amount type numeric', 'rewrite', 'ACCESS EXCLUSIVE'],
  ['alter table offer alter column tel set not null', 'scan', 'ACCESS EXCLUSIVE'],
  ['alter table offer add constraint few check (amount > 1)', 'scan', 'ACCESS EXCLUSIVE'],
  ['alter table offer add constraint few check (amount > 1) not valid', 'catalogue', 'SHARE ROW EXCLUSIVE'],
  ['alter table offer add foreign key (company_id) references company (id)', 'scan', 'SHARE ROW EXCLUSIVE'],
  ['alter table offer add unique (tel)', 'index', 'ACCESS EXCLUSIVE'],
  ['create index offer_by_tel on offer (tel)', 'index', 'SHARE'],
  ["update offer set tel = ''", 'write', 'ROW EXCLUSIVE'],
])('%s: %s, %s', (statement, effort, lock) => {
  expect(classifyStatement(statement)).toEqual({ table: 'offer', effort, lock })
})

test('a plan names the rows, the effort, the strongest lock and the time', async () => {
  await client.query(
    `insert into rate_limit select n::text, '2026-11-20', 1 from generate_series(1, 50000) n; analyze rate_limit`,
  )
  const file = { name: '0002-index.sql', text: 'create index by_tries on rate_limit (tries);', sha256: Buffer.alloc(0) }
  const update = { ...file, name: '0003-update.sql', text: 'update rate_limit set tries = 0;' }
  const table = { ...file, name: '0004-table.sql', text: 'create table mark (id uuid primary key);' }
  expect(await planMigrations(client, [file, update, table])).toEqual([
    '0002-index.sql: 1 statement · rate_limit (50000 rows) · builds an index · lock SHARE · under a second',
    '0003-update.sql: 1 statement · rate_limit (50000 rows) · writes rows · lock ROW EXCLUSIVE · about 3 s',
    '0004-table.sql: 1 statement · no existing table · changes the catalogue only · lock none · under a second',
  ])
})
