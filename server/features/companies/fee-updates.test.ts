import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { updateExpectedFees } from '../properties/projections/report-row.ts'
import { deriveProperties } from '../properties/write/derive-properties.ts'
import { updateFees } from './fee-updates.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const today = '2026-03-10'
const platform = () => fixtures.as('platform')
const askDeduction = (feeDeduction: number | null) =>
  platform().ok(updateCompany, { body: { _id: fixtures.a.companyId, feeDeduction } })
const setDeduction = async (feeDeduction: number | null) => {
  await askDeduction(feeDeduction)
  await fixtures.runJobs()
}
const setBranch = async (
  { companyId, branchId }: PropertyPath,
  change: { useBranchDeduction: boolean; feeDeduction: number | null },
) => {
  await platform().ok(updateBranch, { params: { companyId }, body: { _id: branchId, ...change } })
  await fixtures.runJobs()
}
const progress = async () => (await fixtures.as('staff').ok(readCompany, { params: fixtures.a })).feeUpdate

/** A property's expected fee in its report row, in pence. */
const feeOf = async ({ propertyId }: PropertyPath) =>
  (
    await fixtures.database.db
      .selectFrom('property_report')
      .select('expected_fee')
      .where('property_id', '=', propertyId)
      .executeTakeFirstOrThrow()
  ).expected_fee

const sell = async (property: PropertyPath, terms: { agreed_price: number | null; agency_fee_percent: number | null }) => {
  await fixtures.database.db.updateTable('property').set(terms).where('id', '=', property.propertyId).execute()
  await deriveProperties({ db: fixtures.database.db, companyId: property.companyId, today }, [property.propertyId])
}

describe('The expected fee is the gross fee less the deduction of the branch or else of the company', () => {
  test('PUT /company with a new deduction: the job update-fees applies it, except in branches with their own', async () => {
    // 285,000 at 1.25 % = 3,562.50; less 10 % = 3,206.25 ([domain, Fees](docs/design/domain.md#fees)).
    for (const property of [fixtures.first, fixtures.second, fixtures.other])
      await sell(property, { agreed_price: 28_500_000, agency_fee_percent: 1250 })
    expect([await feeOf(fixtures.first), await feeOf(fixtures.second)]).toEqual([356_250, 356_250])
    await setDeduction(10)
    expect([await feeOf(fixtures.first), await feeOf(fixtures.second)]).toEqual([320_625, 320_625])
    await setBranch(fixtures.second, { useBranchDeduction: true, feeDeduction: 20 })
    expect([await feeOf(fixtures.first), await feeOf(fixtures.second)]).toEqual([320_625, 285_000])
    await setDeduction(50)
    expect([await feeOf(fixtures.first), await feeOf(fixtures.second)]).toEqual([178_125, 285_000])
    await setBranch(fixtures.second, { useBranchDeduction: true, feeDeduction: null })
    expect(await feeOf(fixtures.second)).toBe(356_250)
    await setBranch(fixtures.second, { useBranchDeduction: false, feeDeduction: 20 })
    expect(await feeOf(fixtures.second)).toBe(178_125)
    await setDeduction(null)
    expect([await feeOf(fixtures.first), await feeOf(fixtures.second), await feeOf(fixtures.other)]).toEqual([
      356_250, 356_250, 356_250,
    ])
  })

  test('update-fees leaves a property without a fee without one', async () => {
    const property = await takeOn(platform(), fixtures.first, fixtures.idOf.vendor, '5 First Street')
    await setDeduction(30)
    expect(await feeOf(property)).toBeNull()
  })

  test('rounds once: 224,950 at 1.35 % less 10 % = 2,733.14, in a save and in update-fees', async () => {
    await setDeduction(null)
    await sell(fixtures.first, { agreed_price: 22_495_000, agency_fee_percent: 1350 })
    await setDeduction(10)
    expect(await feeOf(fixtures.first)).toBe(273_314)
    await deriveProperties({ db: fixtures.database.db, companyId: fixtures.first.companyId, today }, [fixtures.first.propertyId])
    expect(await feeOf(fixtures.first)).toBe(273_314)
  })

  test('update-fees writes what a rebuild of each property writes', async () => {
    await sell(fixtures.first, { agreed_price: 33_333_333, agency_fee_percent: 1111 })
    await setDeduction(33.33)
    const written = await feeOf(fixtures.first)
    await deriveProperties({ db: fixtures.database.db, companyId: fixtures.first.companyId, today }, [fixtures.first.propertyId])
    expect(await feeOf(fixtures.first)).toBe(written)
  })

  test('update-fees waits for a save in progress, so that no property keeps the old deduction', async () => {
    await sell(fixtures.first, { agreed_price: 28_500_000, agency_fee_percent: 1250 })
    await setDeduction(10)
    const saveConnection = await fixtures.database.pool.connect()
    await saveConnection.query('begin')
    await saveConnection.query('select from property where id = $1 for update', [fixtures.first.propertyId])
    await askDeduction(20)
    const working = fixtures.runJobs()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!(await fixtures.database.pool.query(waiting)).rowCount) continue
    await saveConnection.query('update property set agency_fee_type = 1, agency_fee = 100000 where id = $1', [
      fixtures.first.propertyId,
    ])
    await saveConnection.query('update property_report set agency_fee = 100000, expected_fee = 90000 where property_id = $1', [
      fixtures.first.propertyId,
    ])
    await saveConnection.query('commit')
    saveConnection.release()
    await working
    expect(await feeOf(fixtures.first)).toBe(80_000)
    await fixtures.database.db
      .updateTable('property')
      .set({ agency_fee_type: 0 })
      .where('id', '=', fixtures.first.propertyId)
      .execute()
  })

  test('GET /company shows the progress of update-fees; an event records its end', async () => {
    expect(await progress()).toBeNull()
    await askDeduction(7)
    const total = (
      await fixtures.database.pool.query('select from property_report where company_id = $1', [fixtures.a.companyId])
    ).rowCount
    expect(await progress()).toEqual({ total, done: 0 })
    await fixtures.runJobs()
    expect(await progress()).toBeNull()
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'fees-updated',
      data: { properties: total },
    })
  })

  test('update-fees resumes after the last committed batch', async () => {
    const { db, pool } = fixtures.database
    await sell(fixtures.first, { agreed_price: 28_500_000, agency_fee_percent: 1250 })
    await setDeduction(10)
    const many = await copiesOf(
      fixtures.first.propertyId,
      Array.from({ length: 450 }, () => ({ id: fixtures.clock.newId(), fee: 100_000 })),
    )
    await askDeduction(20)
    const job = await db.selectFrom('fee_update').select('id').where('finished_on', 'is', null).executeTakeFirstOrThrow()
    let batches = 0
    const crash = () => {
      batches += 1
      if (batches > 1) throw new Error('crashed')
      return fixtures.clock.now()
    }
    const ids = { companyId: fixtures.a.companyId, updateId: job.id }
    await expect(
      updateFees({ database: fixtures.database, clock: { now: crash, newId: () => fixtures.clock.newId() } }, ids),
    ).rejects.toThrow('crashed')
    expect(await progress()).toMatchObject({ done: 200 })
    await fixtures.runJobs()
    expect(await progress()).toBeNull()
    const { rows } = await pool.query('select distinct expected_fee from property_report where property_id = any($1)', [many])
    expect(rows).toEqual([{ expected_fee: 80_000 }])
    await pool.query('delete from property where id = any($1)', [many])
  })

  test('a newer deduction cancels the update before it', async () => {
    await askDeduction(30)
    await askDeduction(40)
    expect((await progress())?.done).toBe(0)
    const open = await fixtures.database.db.selectFrom('fee_update').select('id').where('finished_on', 'is', null).execute()
    expect(open).toHaveLength(1)
    await fixtures.runJobs()
    await sell(fixtures.first, { agreed_price: 28_500_000, agency_fee_percent: 1250 })
    const rebuilt = await feeOf(fixtures.first)
    expect(rebuilt).toBe(213_750)
  })
})

/** Copies a property in the tables that fees are computed from. */
async function copiesOf(propertyId: string, fees: readonly { id: string; fee: number }[]): Promise<string[]> {
  const { pool } = fixtures.database
  const columns = async (table: string) =>
    (
      await pool.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
    ).rows.map(({ name }) => name)
  const copy = async (table: string, key: string, values: Record<string, string>) => {
    const names = await columns(table)
    await pool.query(
      `insert into ${table} (${names.join()}) select ${names.map((name) => values[name] ?? `t.${name}`).join()}
       from ${table} t, jsonb_to_recordset($2) as c (id uuid, fee bigint) where t.${key} = $1`,
      [propertyId, JSON.stringify(fees)],
    )
  }
  await copy('property', 'id', { id: 'c.id', agency_fee_type: '1', agency_fee: 'c.fee' })
  await copy('property_report', 'property_id', { property_id: 'c.id', agency_fee: 'c.fee' })
  return fees.map(({ id }) => id)
}

test('Property-based: update-fees rounds like the domain for any fee and deduction', async () => {
  const { db, pool } = fixtures.database
  const { companyId, propertyId } = fixtures.second
  await setBranch(fixtures.second, { useBranchDeduction: false, feeDeduction: null })
  const amounts = fc.sample(fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 100_000_000_000 })), 400)
  const fees = amounts.map((fee) => ({ id: fixtures.clock.newId(), fee }))
  await copiesOf(propertyId, fees)

  for (const deduction of [
    0,
    1,
    49,
    50,
    51,
    333,
    1025,
    5000,
    9999,
    10_000,
    ...fc.sample(fc.integer({ min: 0, max: 10_000 }), 10),
  ]) {
    await db.updateTable('company').set({ fee_deduction: deduction }).where('id', '=', companyId).execute()
    await updateExpectedFees(db, { companyId, propertyIds: fees.map(({ id }) => id) })
    const { rows } = await pool.query<{ agency_fee: number; expected_fee: number }>(
      'select agency_fee, expected_fee from property_report where property_id = any($1)',
      [fees.map(({ id }) => id)],
    )
    expect(rows).toHaveLength(fees.length)
    const terms = { agreedPrice: 1, askingPrice: null, type: 1, percent: null, deduction } as const
    const wrong = rows.filter(
      ({ agency_fee, expected_fee }) => calculateFees({ ...terms, fixedFee: agency_fee }).expected !== expected_fee,
    )
    expect({ deduction, wrong }).toEqual({ deduction, wrong: [] })
  }
})
