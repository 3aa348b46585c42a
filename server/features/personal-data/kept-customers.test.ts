import { addDays, addYears } from '@gya/domain/common/dates.ts'
import { yearsKept } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { seededRandom } from '../../demo/seeded-random.ts'
import { readCheckDigests } from '../record/check-digests.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { signerOf } from '../record/sign-checkpoints.ts'
import { verifyRecord } from '../record/verify-record.ts'
import { applyRetention } from './apply-retention.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const customers = 1_000
const sales = 40
/** Days on which sales ended: two leap days are among the days five years later. */
const endedFrom = '2023-02-20'
const endedDays = 500

test('by the clock over 1,000 customers: none is deleted early, none late, and the record is whole on every day', async () => {
  const { database, clock, a, first, idOf } = fixtures
  const query = async <R extends object>(text: string, values: unknown[] = []) =>
    (await database.pool.query<R>(text, values)).rows
  const random = seededRandom('kept customers')
  const places: string[] = []
  for (let n = 0; n < sales; n += 1)
    places.push((await takeOn(fixtures.as('company'), first, idOf.vendor, `${n} Clock Row`)).propertyId)
  const rows = Array.from({ length: customers }, (_, n) => ({
    id: clock.newId(),
    check: clock.newId(),
    entry: clock.newId(),
    property: places[n % sales],
    ended: n % 10 === 0 ? null : addDays(endedFrom, random.int(0, endedDays)),
  }))
  await query(
    `with made as (select * from jsonb_to_recordset($1::jsonb) as r (id uuid, "check" uuid, property uuid, ended date)),
     c as (insert into customer (company_id, id, property_id, side, form, name, ended_on, createdon, created_by)
       select $2, id, property, 'vendor', 'person', 'Customer', ended, $4, $3 from made)
     insert into customer_check (company_id, id, customer_id, kind, way, result, words, checked_on, checked_by, expires_on, createdon, salt)
     select $2, "check", id, 'identity', 'electronic', 'satisfied', 'Seen', '2023-01-01', $3, '2024-01-01', $4, decode(md5(id::text), 'hex') from made`,
    [JSON.stringify(rows), a.companyId, idOf.staff, clock.now()],
  )
  const digests = new Map((await readCheckDigests(database.db, a.companyId)).map(({ id, digest }) => [id, digest]))
  const entries = rows.map((row) => ({ ...row, digest: digests.get(row.check) }))
  await query(
    `insert into event (company_id, id, property_id, user_id, at, kind, data)
     select $2, r.entry, r.property, $3, $4, 'check-entered', jsonb_build_object('side', 'vendor', 'kind', 'identity', 'digest', r.digest)
     from jsonb_to_recordset($1::jsonb) as r (entry uuid, property uuid, digest text)`,
    [JSON.stringify(entries), a.companyId, idOf.staff, clock.now()],
  )
  const left = async () => new Set((await query<{ id: string }>('select id from customer')).map(({ id }) => id))
  const lastDay = (ended: string) => addYears(ended, yearsKept)
  const days = [0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 100, 250, endedDays - 1, endedDays, endedDays + 1].map((day) =>
    addDays(lastDay(endedFrom), day),
  )
  for (const today of days) {
    clock.moveTo(`${today}T02:30:00.000Z`)
    await applyRetention(fixtures)
    const kept = rows.filter(({ ended }) => ended === null || lastDay(ended) >= today)
    expect([today, await left()]).toEqual([today, new Set(kept.map(({ id }) => id))])
  }
  expect((await left()).size).toBe(customers / 10)
  const [sums] = await query<{ customers: number; checks: number }>(
    `select sum((data ->> 'customers')::int)::int as customers, sum((data ->> 'checks')::int)::int as checks from event where kind = 'checks-deleted'`,
  )
  expect(sums).toEqual({ customers: (customers * 9) / 10, checks: (customers * 9) / 10 })
  await sealEntries(database, a.companyId)
  const options = { now: clock.now(), signer: signerOf(fixtures.config), files: fixtures.files }
  expect(await verifyRecord(database, a.companyId, options)).toMatchObject({ whole: true, unbound: { checks: 0 } })
  const still = rows.find(({ ended }) => ended === null)
  await query('alter table customer_check disable trigger user')
  await query('delete from customer_check where customer_id = $1', [still?.id])
  expect(await verifyRecord(database, a.companyId, options)).toMatchObject({ whole: false, what: 'check-changed' })
})
