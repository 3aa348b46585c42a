import { expect, test } from 'vitest'
import { homePath } from './home-path.ts'

test('"The home path / shows the first route of the user\'s role list": company and branch roles start with the properties', () => {
  for (const type of ['COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'READER'] as const) {
    expect(homePath({ type, startsWith: null })).toBe('/company/properties')
    expect(homePath({ type, startsWith: 'today' })).toBe('/today')
  }
  expect(homePath({ type: 'GYA_ADMIN', startsWith: null })).toBe('/company/manage')
})

test('a progressor starts with Today unless they chose otherwise', () => {
  expect(homePath({ type: 'PROGRESSOR', startsWith: null })).toBe('/today')
  expect(homePath({ type: 'PROGRESSOR', startsWith: 'properties' })).toBe('/company/properties')
})
