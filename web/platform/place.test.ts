import { beforeEach, describe, expect, test } from 'vitest'
import { forgetPlace, placeOf, rememberPlace } from './place.ts'

const platform = { company: null, branches: [] }
beforeEach(() => sessionStorage.clear())

describe('Where the reader is', () => {
  test('an address that names nothing is where the reader was last', () => {
    rememberPlace({ company: 'alder', branch: 'ash', property: 'one' })
    expect(placeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
  })

  test('the own ids of an address come first, and it alone does not change what is remembered', () => {
    rememberPlace({ company: 'alder', branch: 'ash' })
    expect(placeOf({ company: 'wrong' }, platform)).toEqual({ company: 'wrong' })
    expect(placeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash' })
  })

  test('a page of the same company keeps the branch and the property, another company drops them', () => {
    rememberPlace({ company: 'alder', branch: 'ash', property: 'one' })
    rememberPlace({ company: 'alder' })
    expect(placeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
    rememberPlace({ company: 'beech' })
    expect(placeOf({}, platform)).toEqual({ company: 'beech' })
  })

  test('what turned out not to be there is forgotten, and what is below it; what else is remembered stays', () => {
    rememberPlace({ company: 'alder', branch: 'ash', property: 'one' })
    forgetPlace({ company: 'alder', branch: 'wrong' })
    expect(placeOf({}, platform)).toEqual({ company: 'alder', branch: 'ash', property: 'one' })
    forgetPlace({ company: 'alder', branch: 'ash' })
    expect(placeOf({}, platform)).toEqual({ company: 'alder' })
  })
})
