import { beforeEach, describe, expect, test } from 'vitest'
import { forgetScope, rememberScope, scopeOf } from './current-scope.ts'

const platform = { company: null, branches: [] }
beforeEach(() => sessionStorage.clear())

describe('Where the reader is', () => {
  test('an address that names nothing is where the reader was last', () => {
    rememberScope({ company: 'alder', branch: 'ash', property: 'one' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
  })

  test('the own ids of an address come first, and it alone does not change what is remembered', () => {
    rememberScope({ company: 'alder', branch: 'ash' })
    expect(scopeOf({ company: 'wrong' }, platform)).toEqual({ company: 'wrong' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash' })
  })

  test('a page of the same company keeps the branch and the property, another company drops them', () => {
    rememberScope({ company: 'alder', branch: 'ash', property: 'one' })
    rememberScope({ company: 'alder' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
    rememberScope({ company: 'beech' })
    expect(scopeOf({}, platform)).toEqual({ company: 'beech' })
  })

  test('what turned out not to be there is forgotten, and what is below it; what else is remembered stays', () => {
    rememberScope({ company: 'alder', branch: 'ash', property: 'one' })
    forgetScope({ company: 'alder', branch: 'wrong' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
    forgetScope({ company: 'alder', branch: 'ash' })
    expect(scopeOf({}, platform)).toEqual({ company: 'alder' })
  })
})
