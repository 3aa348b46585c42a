import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { columnsOf, impersonalColumns, textColumns, valuesOfRow } from './field-columns.ts'
import { addedShape, answeredShape, changedShape } from './fields.schemas.ts'
import { blankValues, defineFields } from './fields.ts'
import { formValuesOf, labelsOf, newFormValues, optionsOf } from './form-values.ts'

const fields = defineFields({
  name: { kind: 'line', label: 'Name', column: 'name', max: 10, ask: 'the name', required: true },
  price: { kind: 'money', label: 'Price', column: 'price_in_pence', least: 100 },
  isNew: { kind: 'tick', label: 'New', column: 'is_new' },
  mayCall: { kind: 'triState', label: 'May be called', column: 'may_call', personal: true },
  size: {
    kind: 'choice',
    label: 'Size',
    column: 'size',
    options: ['s', 'l'],
    words: { l: 'Large', s: 'Small' },
    initial: 's',
  },
  at: { kind: 'time', label: 'At', column: 'at_time' },
  notes: { kind: 'text', label: 'Notes', column: 'notes', max: 20 },
  seenOn: { kind: 'dayOrNone', label: 'Seen on', column: 'seen_on', readOnly: true },
})

const values = fc.record({
  name: fc.string(),
  price: fc.nat(),
  isNew: fc.boolean(),
  mayCall: fc.option(fc.boolean()),
  size: fc.constantFrom('s' as const, 'l' as const),
  at: fc.constantFrom('09:05', null),
  notes: fc.string(),
  seenOn: fc.constantFrom('2026-03-10', null),
})

test('a row gives the values back that its columns were made of; a database adds seconds to times', () => {
  fc.assert(
    fc.property(values, (entity) => {
      const row = columnsOf(fields, entity)
      expect(valuesOfRow(fields, { ...row, at_time: row.at_time && `${row.at_time}:00` })).toEqual(entity)
    }),
  )
  expect(columnsOf(fields, { price: 5 })).toEqual({ price_in_pence: 5 })
})

test('a body needs the required fields, has the others empty, and refuses those that the server sets', () => {
  const body = z.strictObject(addedShape(fields))
  const { seenOn: _, ...blank } = blankValues(fields)
  expect(body.parse({ name: ' Ann ' })).toEqual({ ...blank, name: 'Ann' })
  expect(body.safeParse({ name: '' }).error?.issues).toMatchObject([{ path: ['name'], message: 'Enter the name.' }])
  expect(body.safeParse({ name: 'Ann', seenOn: null }).success).toBe(false)
  expect(body.safeParse({ name: 'Ann', price: 0.5 }).error?.issues).toMatchObject([{ message: 'Enter an amount of 1 or more.' }])
  expect(z.strictObject(changedShape(fields)).parse({})).toEqual({})
  expect(Object.keys(answeredShape(fields))).toEqual(Object.keys(fields))
})

test('a form is empty where nothing is entered or chosen', () => {
  const empty = { name: '', price: null, isNew: false, mayCall: null, size: 's', at: null, notes: '' }
  expect(newFormValues(fields)).toEqual(empty)
  expect(formValuesOf(fields, { ...blankValues(fields), price: 0 })).toEqual(empty)
  expect(labelsOf(fields).mayCall).toBe('May be called')
  expect(optionsOf(fields.size)).toEqual([
    { value: 'l', label: 'Large' },
    { value: 's', label: 'Small' },
  ])
})

test('texts are personal data, other kinds only if they say so', () => {
  expect(impersonalColumns(fields)).toBe('price_in_pence is_new size at_time seen_on')
  expect(textColumns(fields)).toEqual({ notes: 20 })
})
