import { describe, expect, test } from 'vitest'
import { authorName, saveButtonLabel, stepOptions, stepTitle } from './note-form.tsx'

const steps = [
  { key: 32, title: 'Searches applied for' },
  { key: 33, title: 'Searches in' },
]

test('authorName: author (a user with firstName and lastName, a string, or null)', () => {
  expect(authorName({ _id: '1', firstName: 'Ann', lastName: 'Author' })).toBe('Ann Author')
  expect(authorName('Ann Author')).toBe('Ann Author')
  expect(authorName(null)).toBe('Not known')
})

describe('Step of a note', () => {
  test('stepTitle: the title in the timeline, or the default title of a removed step', () => {
    expect(stepTitle(steps, 33)).toBe('Searches in')
    expect(stepTitle(steps, 11)).toBe('Roof')
  })

  test('stepOptions: every step of the timeline, none, or the current step if it was removed', () => {
    expect(stepOptions(steps, null).map(({ value }) => value)).toEqual([null, 32, 33])
    expect(stepOptions(steps, 33).map(({ value }) => value)).toEqual([null, 32, 33])
    expect(stepOptions(steps, 11)).toContainEqual({ value: 11, label: 'Roof' })
  })
})

test("saveButtonLabel: Note button while saving: 'Please wait...' and, on failure, 'Error, please try again.'", () => {
  expect(saveButtonLabel({ pending: false, error: null })).toBe('Save')
  expect(saveButtonLabel({ pending: true, error: null })).toBe('Please wait...')
  expect(saveButtonLabel({ pending: false, error: { code: 'OFFLINE' } })).toBe('Error, please try again.')
  expect(saveButtonLabel({ pending: true, error: { code: 'OFFLINE' } })).toBe('Please wait...')
})
