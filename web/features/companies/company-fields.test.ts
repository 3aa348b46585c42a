import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { describe, expect, test } from 'vitest'
import { newCompany, parseColour, parseTime, toCompanyBody } from './company-fields.tsx'

describe('parseTime accepts common spellings and returns HH:mm', () => {
  test.each([
    ['17:30', '17:30'],
    ['9:05', '09:05'],
    ['0900', '09:00'],
    ['9.30', '09:30'],
    [' 18:00 ', '18:00'],
    ['half past five', 'half past five'],
    ['', ''],
  ])('%s is %s', (typed, sent) => {
    expect(parseTime(typed)).toBe(sent)
  })
})

describe('parseColour returns six digits, expands three, and null for none', () => {
  test.each([
    ['#1b2b4b', '#1b2b4b'],
    ['#a1C', '#aa11CC'],
    ['  ', null],
    ['blue', 'blue'],
  ])('%s is %s', (typed, sent) => {
    expect(parseColour(typed)).toBe(sent)
  })
})

describe('createCompany validates the form values field by field', () => {
  const complete = {
    ...newCompany,
    name: 'Larkmead',
    address: { ...newCompany.address, line1: '1 High Street', postcode: 'RG1 1AA' },
  }
  const issues = (values: typeof complete) =>
    createCompany.body.safeParse(toCompanyBody(values)).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  test('accepts a complete form', () => {
    expect(issues(complete)).toEqual([])
  })

  test('reports a missing number of licences, an invalid time and an invalid colour', () => {
    const wrong = {
      ...complete,
      availableLicenses: null,
      branding: { brandColour: 'blue' },
      mdConfig: { day: 4, time: 'noon' },
    }
    expect(issues(wrong)).toEqual([
      ['availableLicenses', 'Enter a whole number.'],
      ['branding.brandColour', 'Choose a colour.'],
      ['mdConfig.time', 'Enter a time, such as 17:30.'],
    ])
  })
})
