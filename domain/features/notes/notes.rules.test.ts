import { describe, expect, test } from 'vitest'
import { stepDefinitions } from '../timeline/steps.ts'
import { parseItemKey } from './notes.rules.ts'

describe('The notes page accepts an optional integer itemKey that pre-filters notes by timeline reference', () => {
  test('every step there is can be named', () => {
    expect(stepDefinitions.map(({ key }) => parseItemKey(String(key)))).toEqual(stepDefinitions.map(({ key }) => key))
  })

  test.each([undefined, '', '0', '37', '99', '-3', '3.0', '1e1', ' 3', 'abc', '333'])('%j names none', (text) => {
    expect(parseItemKey(text)).toBeNull()
  })
})
