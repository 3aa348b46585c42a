import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { prepareStatement } from './prepared-statement.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const columnsOf = prepareStatement<{ columns: readonly string[]; least: number }, { one: number; two: number }>(
  'test-columns',
  (db, { least }, { columns }) =>
    sql<{ one: number; two: number }>`
      select ${sql.join(columns.map((name) => sql.ref(name)))}
      from (values (1, 2), (3, 4)) as v (one, two) where one >= ${least}::int and two >= ${least}::int`.compile(db),
)

describe('prepareStatement', () => {
  test('compiles once and takes the values of each call', async () => {
    const one = columnsOf({ columns: ['one', 'two'], least: 1 })
    const three = columnsOf({ columns: ['one', 'two'], least: 3 })
    expect(three.sql).toBe(one.sql)
    expect([one.parameters, three.parameters]).toEqual([
      [1, 1],
      [3, 3],
    ])
    expect((await fixtures.database.db.executeQuery(three)).rows).toEqual([{ one: 3, two: 4 }])
  })

  test('parses the statement once per connection', async () => {
    await fixtures.database.db.connection().execute(async (db) => {
      for (const least of [1, 2, 3]) await db.executeQuery(columnsOf({ columns: ['one', 'two'], least }))
      const { rows } = await sql<{ runs: number }>`
        select (generic_plans + custom_plans)::int as runs from pg_prepared_statements where name = 'test-columns'`.execute(db)
      expect(rows[0]?.runs).toBeGreaterThanOrEqual(3)
    })
  })

  test('refuses two statements with the same name', () => {
    const other = prepareStatement('test-columns', (db) => sql`select 1`.compile(db))
    expect(() => other({})).toThrow('test-columns')
  })
})

test('a save still works on a connection that is open while a migration adds columns', async () => {
  const { database, first } = fixtures
  const save = (state: 'IP' | 'NS') =>
    fixtures.as('company').ok(saveTimeline, { params: first, body: { timeline: [{ key: 3, state }] } })
  const preparedNames = async () =>
    (
      await database.pool.query<{ name: string }>(
        `select name from pg_prepared_statements where name not like 'find-%' order by 1`,
      )
    ).rows
  await save('IP')
  expect((await preparedNames()).length).toBeGreaterThan(8)
  // `property_happening` always has the columns of its view.
  await database.pool.query(`do $$ declare name text; begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'property_happening' loop
      execute format('alter table %I add column added int', name);
    end loop; end $$`)
  expect((await save('NS')).changes.map(({ to }) => to)).toEqual(['NS'])
})
