import { describe, expect, test } from 'vitest'
import { permissions } from './access/permissions.ts'
import { deprecationHeaders, isAnnouncedLongEnough } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

describe('Deprecated calls', () => {
  test('are announced for at least 12 months', () => {
    expect(endpoints.filter(({ call }) => !isAnnouncedLongEnough(call)).map(({ name }) => name)).toEqual([])
    expect(isAnnouncedLongEnough({ deprecated: { since: '2026-03-10', sunset: '2027-03-10' } })).toBe(true)
    expect(isAnnouncedLongEnough({ deprecated: { since: '2026-03-10', sunset: '2027-03-09' } })).toBe(false)
  })

  test('return Deprecation, Sunset and the replacement', () => {
    expect(deprecationHeaders({})).toEqual({})
    expect(
      deprecationHeaders({ deprecated: { since: '2026-03-10', sunset: '2027-03-10', use: '/open/:companyId/events' } }),
    ).toEqual({
      deprecation: '@1773100800',
      sunset: 'Wed, 10 Mar 2027 00:00:00 GMT',
      link: '</api/open/:companyId/events>; rel="successor-version"',
    })
  })
})

test('a contract with `places` is a call for a branch and one for the company, with permissions that exist', () => {
  const ofCompany = endpoints.filter(({ call }) => call.places && call.path.includes('/all'))
  expect(ofCompany.map(({ name }) => name)).toEqual(expect.arrayContaining(['readCompanyComing', 'downloadCompanyDashboard']))
  expect(endpoints.filter(({ call }) => call.places)).toHaveLength(2 * ofCompany.length)
  for (const { call } of ofCompany) {
    expect(Object.keys(permissions)).toContain(call.permission)
    expect(Object.keys(call.params?.shape ?? {})).not.toContain('branchId')
  }
})

describe('Calls that show conversations, tasks, snoozes or updates to vendors are read again after them (`liveFor`)', () => {
  /** Settings and texts. */
  const others = ['readDaySettings', 'listLenders', 'listMessageTemplateTexts', 'listMessageTemplates', 'readTaskTemplates']
  test.each(endpoints.filter(({ call }) => call.method === 'GET'))('$name', ({ name, call: { permission, liveFor } }) => {
    const shown = ['readHistory', 'readSaleSummary']
    const isOfDay = /^(day|vendor-portal)\./.test(permission) || shown.includes(name) || name.endsWith('Correspondence')
    expect(liveFor?.includes('day') ?? false).toBe(isOfDay && !others.includes(name))
  })

  test('other calls have no `liveFor`', () => {
    expect(endpoints.filter(({ call }) => call.method !== 'GET' && call.liveFor)).toEqual([])
  })
})
