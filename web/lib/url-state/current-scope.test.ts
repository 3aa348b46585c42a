import { beforeEach, describe, expect, test } from 'vitest'
import { forgetScope, rememberScope } from './current-scope.ts'
import { scopeOf } from './scope.ts'

const platform = { company: null, branches: [] }
beforeEach(() => sessionStorage.clear())

describe('scopeOf', () => {
  test('a URL without ids has the stored scope', () => {
    rememberScope({ company: 'alder', branch: 'ash', property: 'one' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
  })

  test('ids in the URL win and do not change the stored scope', () => {
    rememberScope({ company: 'alder', branch: 'ash' })
    expect(scopeOf({ company: 'wrong' }, platform)).toEqual({ company: 'wrong' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash' })
  })

  test('pages of the same company keep branch and property; another company drops them', () => {
    rememberScope({ company: 'alder', branch: 'ash', property: 'one' })
    rememberScope({ company: 'alder' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
    rememberScope({ company: 'beech' })
    expect(scopeOf({}, platform)).toEqual({ company: 'beech' })
  })

  test('forgetScope removes a level and those below it', () => {
    rememberScope({ company: 'alder', branch: 'ash', property: 'one' })
    forgetScope({ company: 'alder', branch: 'wrong' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
    forgetScope({ company: 'alder', branch: 'ash' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder' })
  })
})
