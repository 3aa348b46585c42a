import { listBranchProperties, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { readKeyStats, readReport } from '@gya/domain/features/report/report.contract.ts'
import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { listViews } from '@gya/domain/features/views/views.contract.ts'
import { expect, test } from 'vitest'
import { earlyCalls, earlyRequests, type Opening, openedPath } from './early-requests.ts'

const me = {
  _id: 'user-1',
  type: 'BRANCH_STAFF',
  company: { _id: 'company-1' },
  branches: [{ _id: 'branch-1' }, { _id: 'branch-2' }],
  activated: true,
  passwordReset: false,
  startsWith: 'today',
} as unknown as Me

const open = (path: string, changed: Partial<Opening> = {}) =>
  earlyRequests({ me, path, search: {}, last: {}, stored: () => null, now: '2026-11-23T09:00:00.000Z', ...changed })

/** In the format in which the browser stores settings: each value is JSON. */
const settings = (values: Record<string, unknown>) => (key: string) => {
  const value = values[key]
  return value === undefined ? null : JSON.stringify(value)
}

test('early calls have the paths of their contracts', () => {
  expect(earlyCalls).toEqual({
    report: { path: readReport.path },
    keyStats: { path: readKeyStats.path },
    today: { path: readToday.path },
    company: { path: listCompanyProperties.path },
    branch: { path: listBranchProperties.path },
    views: { path: listViews.path },
  })
})

test('the report of a branch is requested with the default filters, and the key stats with the same', () => {
  const filters = 'active=1&sold=1&complete=0&dateStart=2024-11-23&branchIds=branch-1'
  expect(open('/branch/report')).toEqual([
    `/api/property/mi/report/company-1?${filters}&sortOption=saleProgress%3Adesc&itemsPerPage=70&currentPage=0`,
    `/api/property/mi/keystats/company-1?${filters}`,
  ])
})

test('the URL comes first, then the settings stored in this browser', () => {
  const stored = settings({
    'gya.report.filters': JSON.stringify({ show: 'active', from: '2025-01-01' }),
    'gya.report.sort': 'address:asc',
    'gya.report.size': 25,
  })
  expect(open('/company/report', { stored })[0]).toBe(
    '/api/property/mi/report/company-1?active=1&dateStart=2025-01-01&sortOption=address%3Aasc&itemsPerPage=25&currentPage=0',
  )
  const search = { show: 'any', sort: 'askingPrice:desc', page: '2', q: ' Mill Lane ' }
  expect(open('/company/report', { stored, search })[0]).toBe(
    '/api/property/mi/report/company-1?searchText=Mill+Lane&sortOption=askingPrice%3Adesc&itemsPerPage=25&currentPage=2',
  )
})

test('stored settings that cannot be read are as if there were none', () => {
  const stored = () => '{broken'
  expect(open('/company/properties', { stored })).toEqual(open('/company/properties'))
})

test('lists of properties with warnings have a sort of their own', () => {
  const search = { status: 'allWarnings' }
  const stored = settings({ 'gya.properties.sort': 'askingPrice:desc' })
  expect(open('/company/properties', { stored })[0]).toContain('sort=askingPrice%3Adesc')
  expect(open('/company/properties', { stored, search })[0]).toContain('sort=urgency%3Aasc')
})

test('a branch is that of the URL, else the one last used in this tab, else the first of the user', () => {
  const branchOf = (changed: Partial<Opening>) => open('/property/manage', changed)[0]?.split(/[/?]/)[5]
  expect(branchOf({ search: { branch: 'branch-9' }, last: { company: 'company-1', branch: 'branch-2' } })).toBe('branch-9')
  expect(branchOf({ last: { company: 'company-1', branch: 'branch-2' } })).toBe('branch-2')
  expect(branchOf({})).toBe('branch-1')
})

test('the home path requests what its redirect opens, without the search parameters', () => {
  expect(openedPath({ path: '/', me })).toBe('/today')
  expect(open('/', { search: { q: 'x' } })).toEqual([
    '/api/today/company-1?who=me&by=person&state=now&itemsPerPage=100&currentPage=0',
  ])
  expect(open('/', { me: { ...me, startsWith: null } })).toEqual(open('/company/properties'))
})

test('a page that opens with a saved view requests the views, whose filters its rows need', () => {
  const search = { view: 'view-1', sort: 'address:asc' }
  for (const path of ['/branch/report', '/company/report', '/company/properties', '/property/manage'])
    expect(open(path, { search })).toEqual(['/api/view/company-1'])
  expect(open('/branch/report', { search: { columns: 'address,phase' } })).toEqual(open('/branch/report'))
})

test('nothing is requested for who cannot read it, or for other pages', () => {
  expect(open('/profile')).toEqual([])
  expect(open('/branch/report', { me: { ...me, type: 'VENDOR' } })).toEqual([])
  expect(open('/branch/report', { me: { ...me, activated: false } })).toEqual([])
  expect(open('/branch/report', { me: { ...me, passwordReset: true } })).toEqual([])
  expect(open('/company/report', { me: { ...me, branches: [] } })).toEqual([])
  expect(open('/company/report', { me: { ...me, type: 'GYA_ADMIN', company: null, branches: [] } })).toEqual([])
  expect(open('/today', { me: { ...me, type: 'COMPANY_ADMIN' } })).toEqual([])
})
