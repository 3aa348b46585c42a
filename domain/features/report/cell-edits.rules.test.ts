import { describe, expect, test } from 'vitest'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { sold, withStep } from '../timeline/testing/timelines.ts'
import type { CellChange, CellEdit } from './cell-edits.model.ts'
import { describeCellEdits, fieldChangedSince, requestedStep } from './cell-edits.rules.ts'

const propertyId = '00000000-0000-4000-8000-000000000001'
const detail = {
  completionDate: null,
  expectedExchange: '2025-11-28',
  expectedCompletion: null,
  mortgageOfferExpires: null,
  contacts: { bStaff: null },
} as unknown as PropertyDetail
const key = stepKeys.SearchesBack
const timeline = withStep(sold(), 'SearchesBack', { state: 'C', startedOn: '2025-11-01', completedOn: '2025-11-03' })
const edit = (rest: Partial<CellEdit>): CellEdit => ({ propertyId, was: {}, ...rest })

describe('fieldChangedSince: "a cell edit is held to what the cell showed, not to the property’s version"', () => {
  test.each<[string, CellEdit, string | null]>([
    ['the same', edit({ step: { key, state: 'IP' }, was: { step: { key, state: 'C', on: '2025-11-03' } } }), null],
    ['another day', edit({ step: { key, state: 'IP' }, was: { step: { key, state: 'C', on: '2025-11-02' } } }), 'step'],
    ['another state', edit({ step: { key, state: 'C' }, was: { step: { key, state: 'IP', on: null } } }), 'step'],
    ['the same field', edit({ expectedExchange: null, was: { expectedExchange: '2025-11-28' } }), null],
    ['another field', edit({ expectedExchange: null, was: { expectedExchange: null } }), 'expectedExchange'],
    ['a field that is not edited', edit({ bStaff: null, was: { bStaff: null, completionDate: '2025-12-01' } }), null],
  ])('%s', (_case, one, field) => {
    expect(fieldChangedSince(detail, timeline, one)).toBe(field)
  })
})

test('requestedStep: the day belongs to the state; without one the timeline decides', () => {
  expect(requestedStep({ key, state: 'C', on: '2025-11-03' })).toEqual({ key, state: 'C', completedOn: '2025-11-03' })
  expect(requestedStep({ key, state: 'B', on: '2025-11-03' })).toEqual({ key, state: 'B', blockedOn: '2025-11-03' })
  expect(requestedStep({ key, state: 'NS', on: '2025-11-03' })).toEqual({ key, state: 'NS' })
  expect(requestedStep({ key, state: 'C' })).toEqual({ key, state: 'C' })
})

describe('describeCellEdits', () => {
  const change = (rest: Partial<CellChange>): CellChange => ({
    propertyId,
    field: 'step',
    key,
    title: 'Searches back',
    from: 'IP',
    to: 'C',
    on: null,
    because: null,
    ...rest,
  })
  const names = new Map([[propertyId, '12 High Street']])
  const started = change({ title: 'Enquiries raised', from: 'NS', to: 'IP', because: 'Started because …' })

  test('names the sale, what was edited and what started', () => {
    expect(describeCellEdits([change({}), started], names)).toBe(
      '12 High Street: Searches back complete. Enquiries raised started.',
    )
    const days = change({ field: 'expectedExchange', key: null, title: 'Expected exchange', to: '2025-11-28' })
    expect(describeCellEdits([days], names)).toBe('12 High Street: Expected exchange 28/11/2025.')
    const nobody = change({ field: 'bStaff', key: null, title: 'Sales progressor', to: null })
    expect(describeCellEdits([nobody], names)).toBe('12 High Street: Sales progressor removed.')
  })

  test('counts several sales', () => {
    const other = '00000000-0000-4000-8000-000000000002'
    expect(describeCellEdits([change({}), change({ propertyId: other })], names)).toBe('2 sales: Searches back complete.')
    expect(describeCellEdits([], names)).toBe('Nothing changed.')
  })
})
