import type { Wire } from '@gya/domain/endpoint.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { createArea, deleteArea } from '@gya/domain/features/roles/areas.contract.ts'
import { createView, deleteView, listViews, updateView } from '@gya/domain/features/views/views.contract.ts'
import { maxViews } from '@gya/domain/features/views/views.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, type FixtureUser, openFixtures, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.database.pool.query('delete from saved_view'))

type Body = Wire<typeof createView, 'body'>
const nearExchange: Body = {
  list: 'report',
  name: 'Near exchange',
  columns: ['address', 'progressor', 'expectedExchange', 'branch'],
  frozen: 3,
  filters: { sold: '1', bStaffIds: 'none', expectedUntil: '2025-12-31' },
  sort: 'expectedExchange:asc',
}
const add = (body: Partial<Body> = {}, as: FixtureUser = 'staff') =>
  fixtures.as(as).ok(createView, { params: fixtures.a, body: { ...nearExchange, ...body } })
const refusedAdd = (body: object, as: FixtureUser = 'staff') =>
  fixtures.as(as).refusal(createView, { params: fixtures.a, body: { ...nearExchange, ...body } })
const at = (viewId: string) => ({ ...fixtures.a, viewId })
const change = (viewId: string, body: Partial<Body> = {}, as: FixtureUser = 'staff') =>
  fixtures.as(as).ok(updateView, { params: at(viewId), body: { ...nearExchange, ...body } })
const refusedChange = (viewId: string, body: Partial<Body>, as: FixtureUser) =>
  fixtures.as(as).refusal(updateView, { params: at(viewId), body: { ...nearExchange, ...body } })
const namesFor = async (as: FixtureUser) =>
  (await fixtures.as(as).ok(listViews, { params: fixtures.a })).views.map(({ name }) => name)

test('GET views: deleted areas are left out of a view, which is marked as changed', async () => {
  const company = fixtures.as('company')
  const [kept, gone] = await Promise.all(
    ['Kept', 'Gone'].map((name) => company.ok(createArea, { params: fixtures.a, body: { name, branchIds: [] } })),
  )
  const filters = (...areas: ({ _id: string } | undefined)[]) => ({
    sold: '1' as const,
    areaIds: areas.map((area) => area?._id).join(','),
  })
  const both = await add({ name: 'both', filters: filters(kept, gone) }, 'company')
  const one = await add({ name: 'one', filters: filters(gone) }, 'company')
  expect([both.outdated, one.outdated]).toEqual([false, false])
  await company.ok(deleteArea, { params: { ...fixtures.a, areaId: gone?._id ?? '' } })
  const { views } = await company.ok(listViews, { params: fixtures.a })
  expect(views.map((view) => [view.name, view.filters, view.outdated])).toEqual([
    ['both', filters(kept), true],
    ['one', { sold: '1' }, true],
  ])
})

describe('POST view', () => {
  test('saves columns in order, freeze, filters and sort, visible to the owner only', async () => {
    expect(await add()).toMatchObject({
      ...nearExchange,
      branchId: null,
      owner: { _id: fixtures.idOf.staff },
      outdated: false,
      mayChange: true,
      version: 1,
    })
    await add({ list: 'properties', name: 'a list', filters: { status: 'soldWarnings' } })
    expect(await namesFor('staff')).toEqual(['a list', 'Near exchange'])
    for (const colleague of ['branch', 'company', 'platform'] as const) expect(await namesFor(colleague)).toEqual([])
  })

  test('the address stays first or second', async () => {
    expect((await add({ columns: ['branch', 'phase', 'address'] })).columns).toEqual(['branch', 'address', 'phase'])
    expect((await add({ list: 'properties', columns: ['phase'], filters: {} })).columns).toEqual(['picture', 'address', 'phase'])
  })

  test.each([
    ['an unknown column', { columns: ['address', 'noSuchColumn'] }],
    ['a column of the other list', { columns: ['address', 'takeOn'] }],
    ['a column twice', { columns: ['address', 'phase', 'phase'] }],
    ['an unknown filter', { filters: { noSuchFilter: '1' } }],
    ['a filter of the other list', { filters: { status: 'sold' } }],
    ['the search text', { filters: { searchText: 'Mill' } }],
    ['an unknown sort', { sort: 'noSuchSort:asc' }],
    ['one frozen column', { frozen: 1 }],
    ['five frozen columns', { frozen: 5 }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
  ])('%s is refused', async (_what, body) => {
    expect((await refusedAdd(body)).status).toBe(400)
  })

  test('TOO_MANY_VIEWS: at most 50 a person and 50 a branch', async () => {
    const { viewId } = { viewId: (await add({ branchId: fixtures.first.branchId }))._id }
    const copies = (owner: string, count: number) =>
      fixtures.database.pool.query(
        `insert into saved_view (company_id, id, owner_id, branch_id, list, name, columns, frozen, filters, sort, createdon)
         select company_id, gen_random_uuid(), $2, branch_id, list, name, columns, frozen, filters, sort, createdon
         from saved_view, generate_series(1, $3) where id = $1`,
        [viewId, owner, count],
      )
    await copies(fixtures.idOf.branch, maxViews - 1)
    expect(await refusedAdd({ branchId: fixtures.first.branchId })).toMatchObject({ status: 409, code: 'TOO_MANY_VIEWS' })
    const own = await add()
    expect(await refusedChange(own._id, { branchId: fixtures.first.branchId }, 'staff')).toMatchObject({
      code: 'TOO_MANY_VIEWS',
    })
    await copies(fixtures.idOf.staff, maxViews - 2)
    expect(await refusedAdd({})).toMatchObject({ status: 409, code: 'TOO_MANY_VIEWS' })
    expect(await change(own._id, { name: 'Fifty' })).toMatchObject({ name: 'Fifty' })
  })
})

describe('Views shared with a branch', () => {
  test('are listed for all users of the branch, and recorded', async () => {
    const { _id } = await add({ branchId: fixtures.first.branchId })
    for (const colleague of ['staff', 'branch', 'company', 'platform'] as const)
      expect(await namesFor(colleague)).toEqual(['Near exchange'])
    expect(await namesFor('secondBranch')).toEqual([])
    const events = await companyEvents(fixtures, fixtures.a.companyId)
    expect(events.findLast(({ kind }) => kind === 'view-shared')).toMatchObject({
      data: { viewId: _id, name: 'Near exchange', branch: 'First Street' },
    })
  })

  test('show the properties of the user, not those of the owner', async () => {
    const { first, second, idOf } = fixtures
    await takeOn(fixtures.as('company'), first, idOf.vendor, '1 View Row')
    await takeOn(fixtures.as('company'), second, idOf.vendor, '2 View Row')
    const { filters, sort } = await add({ branchId: first.branchId, filters: { active: '1' }, sort: 'address:asc' })
    const rowsOf = async (reader: FixtureUser) => {
      const query = { ...filters, sortOption: sort, searchText: 'View Row' }
      const { data } = await fixtures.as(reader).ok(readReport, { params: fixtures.a, query })
      return data.map(({ address }) => address.line1)
    }
    expect(await rowsOf('staff')).toEqual(['1 View Row'])
    expect(await rowsOf('company')).toEqual(['1 View Row', '2 View Row'])
  })

  test('only with a branch in scope', async () => {
    expect((await refusedAdd({ branchId: fixtures.second.branchId })).status).toBe(404)
    expect((await refusedAdd({ branchId: fixtures.other.branchId }, 'company')).status).toBe(404)
  })

  test('can be changed by their owner and administrators, not by other staff; only the owner can share them', async () => {
    const { _id } = await add({ branchId: fixtures.first.branchId }, 'branch')
    const [seen] = (await fixtures.as('staff').ok(listViews, { params: fixtures.a })).views
    expect(seen).toMatchObject({ mayChange: false })
    expect((await refusedChange(_id, {}, 'staff')).status).toBe(403)
    expect((await fixtures.as('staff').refusal(deleteView, { params: at(_id) })).status).toBe(403)
    expect(await change(_id, { name: 'Monday meeting', branchId: null }, 'company')).toMatchObject({
      name: 'Monday meeting',
      branchId: fixtures.first.branchId,
      version: 2,
    })
    expect(await change(_id, { branchId: null }, 'branch')).toMatchObject({ branchId: null })
    expect(await namesFor('company')).toEqual([])
    expect((await refusedChange(_id, {}, 'company')).status).toBe(404)
  })

  test('filters may contain branches in scope and staff of the company, or previously stored values', async () => {
    const { second, other, idOf } = fixtures
    for (const filters of [{ branchIds: second.branchId }, { bStaffIds: idOf.otherStaff }, { bStaffIds: idOf.vendor }])
      expect((await refusedAdd({ filters })).status).toBe(404)
    expect((await refusedAdd({ filters: { branchIds: other.branchId } }, 'company')).status).toBe(404)
    const filters = { branchIds: `${fixtures.first.branchId},${second.branchId}`, bStaffIds: `none,${idOf.secondBranch}` }
    const { _id } = await add({ filters, branchId: fixtures.first.branchId }, 'company')
    expect(await change(_id, { filters, name: 'Both' }, 'branch')).toMatchObject({ name: 'Both', filters })
  })

  test('keep a branch that their owner has left, and can be saved', async () => {
    const { _id } = await add({ branchId: fixtures.first.branchId })
    await fixtures.database.pool.query('update saved_view set branch_id = $1', [fixtures.second.branchId])
    expect(await change(_id, { name: 'Still mine', branchId: fixtures.second.branchId })).toMatchObject({ name: 'Still mine' })
    expect(await namesFor('secondBranch')).toEqual(['Still mine'])
  })
})

describe('PUT and DELETE view', () => {
  test('a stale version is refused with the name of the last author', async () => {
    const { _id } = await add()
    await change(_id, { version: 1 })
    expect(await refusedChange(_id, { version: 1 }, 'staff')).toMatchObject({
      code: 'STALE_VERSION',
      details: { savedBy: expect.stringContaining('staff') },
    })
  })

  test('a view cannot be moved to another list', async () => {
    const { _id } = await add()
    expect((await refusedChange(_id, { list: 'properties', columns: [], filters: {} }, 'staff')).status).toBe(400)
  })

  test('a deleted view and a private view of another user are not found', async () => {
    const { _id } = await add()
    expect((await fixtures.as('company').refusal(deleteView, { params: at(_id) })).status).toBe(404)
    await fixtures.as('staff').ok(deleteView, { params: at(_id) })
    expect((await refusedChange(_id, {}, 'staff')).status).toBe(404)
    expect(await namesFor('staff')).toEqual([])
  })
})

test('GET view: columns and filters that no longer exist are left out, and the view is marked as outdated', async () => {
  const { _id } = await add()
  const stored = async (columns: string) => {
    await fixtures.database.pool.query(`update saved_view set ${columns} where id = $1`, [_id])
    return (await fixtures.as('staff').ok(listViews, { params: fixtures.a })).views[0]
  }
  expect(await stored(`columns = '{address,phase,formerColumn}'`)).toMatchObject({
    columns: ['address', 'phase'],
    outdated: true,
  })
  expect(await stored(`columns = '{address}', filters = '{"sold":"1","formerFilter":"x","mark":"formerMark"}'`)).toMatchObject({
    filters: { sold: '1' },
    outdated: true,
  })
  expect(await stored(`filters = '{}', sort = 'former:asc'`)).toMatchObject({ sort: 'saleProgress:desc', outdated: true })
  expect(await stored(`sort = 'address:asc'`)).toMatchObject({ outdated: false })
})
