import { describe, expect, test } from 'vitest'
import { authorName, buttonWords, stepOptions, stepTitle } from './note-values.ts'

const steps = [
  { key: 32, title: 'Searches applied for' },
  { key: 33, title: 'Searches in' },
]

test('author (a user with firstName and lastName, a string, or null)', () => {
  expect(authorName({ _id: '1', firstName: 'Ann', lastName: 'Author' })).toBe('Ann Author')
  expect(authorName('Ann Author')).toBe('Ann Author')
  expect(authorName(null)).toBe('Not known')
})

describe('The step of a note', () => {
  test('has the title that this property gives it, and the product’s own once it is gone from the timeline', () => {
    expect(stepTitle(steps, 33)).toBe('Searches in')
    expect(stepTitle(steps, 11)).toBe('Roof')
  })

  test('can be any of the timeline or none; one that is gone can be kept', () => {
    expect(stepOptions(steps, null).map(({ value }) => value)).toEqual([null, 32, 33])
    expect(stepOptions(steps, 33).map(({ value }) => value)).toEqual([null, 32, 33])
    expect(stepOptions(steps, 11)).toContainEqual({ value: 11, label: 'Roof' })
  })
})

test("Note button while saving: 'Please wait...' and, on failure, 'Error, please try again.'", () => {
  expect(buttonWords({ pending: false, error: null })).toBe('Save')
  expect(buttonWords({ pending: true, error: null })).toBe('Please wait...')
  expect(buttonWords({ pending: false, error: { code: 'OFFLINE' } })).toBe('Error, please try again.')
  expect(buttonWords({ pending: true, error: { code: 'OFFLINE' } })).toBe('Please wait...')
})
