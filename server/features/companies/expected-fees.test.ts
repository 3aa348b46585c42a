import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { feesOf } from '@gya/domain/features/management-info/fees.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type Place, takeOn, type World } from '../../testing/world.ts'
import { rebuildReportRow } from '../properties/change-property.ts'
import { updateExpectedFees } from '../report/report-row.repository.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const today = '2026-03-10'
const platform = () => world.as('platform')
const setDeduction = (feeDeduction: number | null) =>
  platform().ok(updateCompany, { body: { _id: world.a.companyId, feeDeduction } })
const setBranch = ({ companyId, branchId }: Place, change: { useBranchDeduction: boolean; feeDeduction: number | null }) =>
  platform().ok(updateBranch, { params: { companyId }, body: { _id: branchId, ...change } })

/** A property's expected fee as the lists and reports read it, in pence. */
const feeOf = async ({ propertyId }: Place) =>
  (
    await world.database.db
      .selectFrom('property_report')
      .select('expected_fee')
      .where('property_id', '=', propertyId)
      .executeTakeFirstOrThrow()
  ).expected_fee

const sell = async (place: Place, terms: { agreed_price: number | null; agency_fee_percent: number | null }) => {
  await world.database.db.updateTable('property').set(terms).where('id', '=', place.propertyId).execute()
  await rebuildReportRow(world.database.db, place, today)
}

describe('The expected fee is the gross fee less the deduction of the branch or else of the company', () => {
  test('a change of the company’s deduction is seen at once, except where a branch has its own', async () => {
    // 285,000 at 1.25 % = 3,562.50; less 10 % = 3,206.25 (domain decisions, "Fees").
    for (const place of [world.first, world.second, world.other])
      await sell(place, { agreed_price: 28_500_000, agency_fee_percent: 1250 })
    expect([await feeOf(world.first), await feeOf(world.second)]).toEqual([356_250, 356_250])
    await setDeduction(10)
    expect([await feeOf(world.first), await feeOf(world.second)]).toEqual([320_625, 320_625])
    await setBranch(world.second, { useBranchDeduction: true, feeDeduction: 20 })
    expect([await feeOf(world.first), await feeOf(world.second)]).toEqual([320_625, 285_000])
    await setDeduction(50)
    expect([await feeOf(world.first), await feeOf(world.second)]).toEqual([178_125, 285_000])
    await setBranch(world.second, { useBranchDeduction: true, feeDeduction: null })
    expect(await feeOf(world.second)).toBe(356_250)
    await setBranch(world.second, { useBranchDeduction: false, feeDeduction: 20 })
    expect(await feeOf(world.second)).toBe(178_125)
    await setDeduction(null)
    expect([await feeOf(world.first), await feeOf(world.second), await feeOf(world.other)]).toEqual([356_250, 356_250, 356_250])
  })

  test('a property without a fee keeps none', async () => {
    const place = await takeOn(platform(), world.first, world.idOf.vendor, '5 First Street')
    await setDeduction(30)
    expect(await feeOf(place)).toBeNull()
  })

  test('what is written after a change of deduction is what a rebuild of each property gives', async () => {
    await sell(world.first, { agreed_price: 33_333_333, agency_fee_percent: 1111 })
    await setDeduction(33.33)
    const written = await feeOf(world.first)
    await rebuildReportRow(world.database.db, world.first, today)
    expect(await feeOf(world.first)).toBe(written)
  })

  test('a save of a property that is under way ends before the deduction is applied to it, so that none keeps the old one', async () => {
    await sell(world.first, { agreed_price: 28_500_000, agency_fee_percent: 1250 })
    await setDeduction(10)
    const saving = await world.database.pool.connect()
    await saving.query('begin')
    await saving.query('select from property where id = $1 for update', [world.first.propertyId])
    const changed = setDeduction(20)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!(await world.database.pool.query(waiting)).rowCount) continue
    await saving.query('update property_report set agency_fee = 100000, expected_fee = 90000 where property_id = $1', [
      world.first.propertyId,
    ])
    await saving.query('commit')
    saving.release()
    await changed
    expect(await feeOf(world.first)).toBe(80_000)
  })
})

test('The statement rounds exactly as the domain does, for any fee and any deduction', async () => {
  const { db, pool } = world.database
  const { companyId, propertyId } = world.second
  await setBranch(world.second, { useBranchDeduction: false, feeDeduction: null })
  const columns = async (table: string) =>
    (
      await pool.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
    ).rows.map(({ name }) => name)
  const copies = async (table: string, key: string, values: Record<string, string>) => {
    const names = await columns(table)
    await pool.query(
      `insert into ${table} (${names.join()}) select ${names.map((name) => values[name] ?? `t.${name}`).join()}
       from ${table} t, jsonb_to_recordset($2) as c (id uuid, fee bigint) where t.${key} = $1`,
      [propertyId, JSON.stringify(fees)],
    )
  }
  const amounts = fc.sample(fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 100_000_000_000 })), 400)
  const fees = amounts.map((fee) => ({ id: world.clock.newId(), fee }))
  await copies('property', 'id', { id: 'c.id' })
  await copies('property_report', 'property_id', { property_id: 'c.id', agency_fee: 'c.fee' })

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
    await updateExpectedFees(db, { companyId })
    const { rows } = await pool.query<{ agency_fee: number; expected_fee: number }>(
      'select agency_fee, expected_fee from property_report where property_id = any($1)',
      [fees.map(({ id }) => id)],
    )
    expect(rows).toHaveLength(fees.length)
    const terms = { agreedPrice: 1, askingPrice: null, type: 1, percent: null, deduction } as const
    const wrong = rows.filter(
      ({ agency_fee, expected_fee }) => feesOf({ ...terms, fixedFee: agency_fee }).expected !== expected_fee,
    )
    expect({ deduction, wrong }).toEqual({ deduction, wrong: [] })
  }
})
