import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

const tables = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ tablename: string }>(`select tablename from pg_tables where schemaname = 'public'`)
  await client.end()
  return rows.map(({ tablename }) => tablename)
}

test('createTestDatabase creates separate, migrated databases; drop removes them', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  await client.query('create table only_here (n int)')
  await client.end()
  expect(await tables(one.url)).toEqual(expect.arrayContaining(['schema_migration', 'only_here']))
  expect(await tables(two.url)).not.toContain('only_here')
  await Promise.all([one.drop(), two.drop()])
  await expect(tables(one.url)).rejects.toThrow('does not exist')
})
