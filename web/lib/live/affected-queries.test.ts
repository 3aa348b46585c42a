import type { Endpoint } from '@gya/domain/endpoint.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { listPortalMessages } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { listUpdates } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { describe, expect, test } from 'vitest'
import { type CachedQuery, isAffected, propertyPath } from './affected-queries.ts'

const ids = { companyId: 'c1', branchId: 'b1', propertyId: 'p1' }
const cached = (params: Record<string, string>, query: Record<string, string> = {}): CachedQuery => ({
  path: '/some/path',
  input: { params, query },
  data: {},
})
const queryOf = ({ path, liveFor }: Endpoint, input: CachedQuery['input']): CachedQuery => ({ path, liveFor, input, data: {} })
const propertyWithChain = (propertyId: string, linked: (string | null)[], shownIn: string[] = []): CachedQuery => ({
  path: readProperty.path,
  input: { params: { ...ids, propertyId } },
  data: { chain: { items: linked.map((_id) => ({ propertyRef: _id && { _id } })), shownIn: shownIn.map((_id) => ({ _id })) } },
})

test('propertyPath is the path of readProperty', () => {
  expect(propertyPath).toBe(readProperty.path)
})

describe('isAffected, change of a property', () => {
  test.each<[string, CachedQuery, boolean]>([
    ['the property', cached(ids), true],
    ['another property of the branch', cached({ ...ids, propertyId: 'p2' }), false],
    ['a property whose chain links to it', propertyWithChain('p2', [null, 'p1']), true],
    ['a property whose chain links to others', propertyWithChain('p2', [null, 'p3']), false],
    ['a property in the chain of the changed one', propertyWithChain('p2', [], ['p1']), true],
    ['a property that has not loaded', { ...propertyWithChain('p2', []), data: undefined }, false],
    ['a list of the branch', cached({ companyId: 'c1', branchId: 'b1' }), true],
    ['a list of another branch', cached({ companyId: 'c1', branchId: 'b2' }), false],
    ['a dashboard of all branches', cached({ companyId: 'c1', branchId: 'all' }), true],
    ['a list of the company', cached({ companyId: 'c1' }), true],
    ['a list of several branches with this one', cached({ companyId: 'c1' }, { branchIds: 'b2,b1' }), true],
    ['a list of several branches without this one', cached({ companyId: 'c1' }, { branchIds: 'b2,b3' }), false],
    ['a list of another company', cached({ companyId: 'c2' }), false],
    ['a list of another company, named in the query', cached({}, { companyId: 'c2' }), false],
    ['a list without ids', cached({}), true],
    ['the signed-in user', queryOf(readMe, {}), false],
  ])('%s', (_name, query, affected) => {
    expect(isAffected(query, { ...ids, about: 'property' })).toBe(affected)
  })
})

test('isAffected, change of a company: all its queries, none of another company', () => {
  const change = { companyId: 'c1', branchId: null, propertyId: null, about: 'company' } as const
  expect(isAffected(cached({ ...ids, propertyId: 'p2' }), change)).toBe(true)
  expect(isAffected(queryOf(readMe, {}), change)).toBe(true)
  expect(isAffected(cached({ companyId: 'c2' }), change)).toBe(false)
})

test('isAffected, unknown change after missed events: all queries', () => {
  expect(isAffected(cached({ companyId: 'c2' }), { companyId: null, branchId: null, propertyId: null, about: 'company' })).toBe(
    true,
  )
})

test('isAffected, conversation, task or snooze: Today, tasks, conversations and the history, not reports or the property', () => {
  const change = { ...ids, about: 'day' } as const
  const today = queryOf(readToday, { params: { companyId: 'c1' } })
  const history = queryOf(readHistory, { params: ids })
  // A conversation of a colleague with a vendor counts as an update.
  const updates = queryOf(listUpdates, { params: { companyId: 'c1' }, query: { who: 'me' } })
  const portal = queryOf(listPortalMessages, {})
  expect([today, history, updates, portal].map((query) => isAffected(query, change))).toEqual([true, true, true, true])
  expect(isAffected(cached({ companyId: 'c1' }), change)).toBe(false)
  expect(isAffected(propertyWithChain('p1', []), change)).toBe(false)
})
