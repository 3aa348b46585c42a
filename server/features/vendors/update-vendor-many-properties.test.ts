import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import type { Caller } from '../../http/access/caller.ts'
import { deriveProperties } from '../properties/write/derive-properties.ts'
import { changeVendor } from './change-vendor.ts'

const properties = 24

let fixtures: Fixtures
let vendorId: string
const places: PropertyPath[] = []
beforeAll(async () => {
  fixtures = await openFixtures()
  vendorId = await fixtures.addUser({ type: 'VENDOR', email: 'portfolio@people.example', companyId: fixtures.a.companyId })
  for (let n = 1; n <= properties; n += 1)
    places.push(await takeOn(fixtures.as('staff'), fixtures.first, vendorId, `${n} Portfolio Street`))
})
afterAll(() => fixtures.close())

const rename = (lastName: string) =>
  fixtures.as('staff').call(updateVendor, { params: { branchId: fixtures.first.branchId }, body: { _id: vendorId, lastName } })
const found = async (textSearch: string) =>
  (await fixtures.as('staff').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })).paging.count
const derivedRows = async () => {
  const { pool } = fixtures.database
  const rowsOf = async (table: string) =>
    (
      await pool.query(`select * from ${table} where property_id = any($1) order by property_id`, [
        places.map((p) => p.propertyId),
      ])
    ).rows
  return {
    report: await rowsOf('property_report'),
    day: await rowsOf('property_day'),
    happening: await rowsOf('property_happening'),
  }
}
const save = ([place]: PropertyPath[]) =>
  fixtures.as('staff').call(addViewing, { params: place as PropertyPath, body: { name: 'Beside', when: '2026-03-10' } })

describe('POST branch/{branchId}/vendor-update of a vendor with many properties', () => {
  test('every property is found by the new name and its projections equal a rebuild', async () => {
    expect(await rename('Quillfeather')).toMatchObject({ status: 200 })
    await fixtures.runJobs()
    expect(await found('quillfeather')).toBe(properties)
    const derived = await derivedRows()
    for (const place of places)
      await deriveProperties({ db: fixtures.database.db, companyId: place.companyId, today: '2026-03-10' }, [place.propertyId])
    expect(await derivedRows()).toEqual(derived)
  })

  test('a concurrent save of one property does not wait', async () => {
    const { db } = fixtures.database
    await db.transaction().execute(async (open) => {
      const newId = () => fixtures.clock.newId()
      const changing = { db: open, now: fixtures.clock.now(), newId, addJob: async () => {}, publicUrl: 'http://gya.example' }
      const ids = { companyId: fixtures.a.companyId, userId: vendorId }
      // What the audit of a changed name reads of a request.
      const request = { params: {}, headers: {}, ip: '127.0.0.1', securityEvents: [] as unknown[] } as Partial<FastifyRequest>
      const who = {
        caller: { userId: fixtures.idOf.staff } as Caller,
        request: request as FastifyRequest,
        branchIds: null,
      }
      await changeVendor({ ...changing, ...who }, ids, { lastName: 'Underway' })
      expect(await save(places)).toMatchObject({ status: 200 })
    })
  })

  test('does not wait for a concurrent save; the job rebuilds that property afterwards', async () => {
    const saving = await fixtures.database.pool.connect()
    await saving.query('begin')
    await saving.query('select from property where id = $1 for update', [places[0]?.propertyId])
    expect(await rename('Heatherington')).toMatchObject({ status: 200 })
    const working = fixtures.runJobs()
    while ((await found('heatherington')) < properties - 1) continue
    await saving.query('commit')
    saving.release()
    await working
    expect(await found('heatherington')).toBe(properties)
  })

  test('six concurrent updates all succeed, and every property records each', async () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((n) => `Atonce${n}`)
    expect((await Promise.all(names.map(rename))).map(({ status }) => status)).toEqual(names.map(() => 200))
    await fixtures.runJobs()
    const last = (await fixtures.as('staff').ok(readProperty, { params: places[0] as PropertyPath })).owner.lastName
    expect(await found(last)).toBe(properties)
    const { rows } = await fixtures.database.pool.query<{ edits: number }>(
      `select count(*)::int as edits from event where kind = 'vendor-edited' and property_id = any($1)
       and data->'changes'->0->>'to' like 'Atonce%' group by property_id`,
      [places.map(({ propertyId }) => propertyId)],
    )
    expect(rows.map(({ edits }) => edits)).toEqual(places.map(() => names.length))
  })
})
