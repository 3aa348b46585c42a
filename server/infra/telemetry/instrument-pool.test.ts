import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { instrumentPool } from './instrument-pool.ts'

test('instrumentPool: a statement is reported once, also on a connection that was open before', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    await pool.query('select 1 as before')
    const told: string[] = []
    instrumentPool(pool, ({ text }) => told.push(text))
    await pool.query('select 2 as first')
    await pool.query('select 3 as second')
    expect(told).toEqual(['select 2 as first', 'select 3 as second'])
  } finally {
    await pool.end()
    await database.drop()
  }
})
