import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { type Sealer, startSealer } from './sealer.ts'

let fixtures: Fixtures
let sealer: Sealer
const log: unknown[] = []
beforeAll(async () => {
  fixtures = await openFixtures()
  const write = (...said: unknown[]) => void log.push(said)
  sealer = await startSealer({ database: fixtures.database, clock: fixtures.clock, log: { info: write, error: write } as never })
})
afterAll(async () => {
  await sealer.stop()
  await fixtures.close()
})

test('a company whose entries cannot be sealed does not stop the sealing of others', async () => {
  const { pool } = fixtures.database
  const unsealed = async () =>
    (await pool.query<{ id: string }>('select distinct company_id as id from event_unsealed')).rows.map(({ id }) => id)
  await expect.poll(unsealed, { timeout: 60_000 }).toEqual([])
  const first = fixtures.a.companyId
  await pool.query(`
    create function planted_fault() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted_fault before insert on event_seal for each row when (new.company_id = '${first}') execute function planted_fault()`)
  await fixtures.as('staff').ok(addNote, { params: fixtures.first, body: { message: 'One' } })
  await fixtures.as('otherStaff').ok(addNote, { params: fixtures.other, body: { message: 'Two' } })
  await expect.poll(unsealed, { timeout: 60_000 }).toEqual([first])
  expect(JSON.stringify(log)).toContain('entries could not be sealed')
})
