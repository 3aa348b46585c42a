import { describe, expect, test } from 'vitest'
import { stepDefinitions } from '../timeline/step-definitions.ts'
import { parseItemKey } from './notes.rules.ts'

describe('parseItemKey: the notes page accepts an optional integer itemKey that pre-filters notes by timeline reference', () => {
  test('accepts every step', () => {
    expect(stepDefinitions.map(({ key }) => parseItemKey(String(key)))).toEqual(stepDefinitions.map(({ key }) => key))
  })

  test.each([undefined, '', '0', '37', '99', '-3', '3.0', '1e1', ' 3', 'abc', '333'])('%j gives null', (text) => {
    expect(parseItemKey(text)).toBeNull()
  })
})
