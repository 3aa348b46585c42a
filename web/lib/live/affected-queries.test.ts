import { describe, expect, test } from 'vitest'
import { isAffected, type Read } from './affected-queries.ts'

const ids = { companyId: 'c1', branchId: 'b1', propertyId: 'p1' }
const read = (params: Record<string, string>, query: Record<string, string> = {}, answer: unknown = {}): Read => ({
  path: '/some/path',
  input: { params, query },
  answer,
})

describe('When a property was changed, what may show it is read again', () => {
  test.each<[string, Read, boolean]>([
    ['the property itself', read(ids), true],
    ['another property of the branch', read({ ...ids, propertyId: 'p2' }), false],
    ['another property whose chain has it', read({ ...ids, propertyId: 'p2' }, {}, { chain: ['p1'] }), true],
    ['a list of its branch', read({ companyId: 'c1', branchId: 'b1' }), true],
    ['a list of another branch', read({ companyId: 'c1', branchId: 'b2' }), false],
    ['a dashboard of all branches', read({ companyId: 'c1', branchId: 'all' }), true],
    ['a list of its company', read({ companyId: 'c1' }), true],
    ['a list of some branches with its own', read({ companyId: 'c1' }, { branchIds: 'b2,b1' }), true],
    ['a list of some branches without its own', read({ companyId: 'c1' }, { branchIds: 'b2,b3' }), false],
    ['a list of another company', read({ companyId: 'c2' }), false],
    ['a list of another company, named in the query', read({}, { companyId: 'c2' }), false],
    ['a list that names nothing', read({}), true],
    ['who is signed in', { path: '/user/me', input: {}, answer: {} }, false],
  ])('%s', (_what, one, affected) => {
    expect(isAffected(one, ids)).toBe(affected)
  })
})

test('When something of the company was changed, everything of it may show it, and nothing of another company', () => {
  const change = { companyId: 'c1', branchId: null, propertyId: null }
  expect(isAffected(read({ ...ids, propertyId: 'p2' }), change)).toBe(true)
  expect(isAffected({ path: '/user/me', input: {}, answer: {} }, change)).toBe(true)
  expect(isAffected(read({ companyId: 'c2' }), change)).toBe(false)
})

test('When nobody knows what was changed, everything is read again', () => {
  expect(isAffected(read({ companyId: 'c2' }), { companyId: null, branchId: null, propertyId: null })).toBe(true)
})
