import { describe, expect, test } from 'vitest'
import { type PartySale, toDraftSale } from './use-conversation.ts'

const now = '2025-11-05T14:32:00.000Z'
const item = (key: string, daysLate: number, until: string | null = null) => ({
  key,
  daysLate,
  snooze: until && { until, reason: 'snoozed' },
})
const sale = (progressor: string | null) =>
  ({
    propertyId: 'p1',
    address: { line1: '27 Rodway Road', postcode: 'RG30 6DT' },
    roles: ['buyerSolicitor'],
    progressor: progressor && { _id: progressor, name: progressor },
    actionItems: [item('step:32', 4), item('step:33', 0), item('step:34', -3), item('step:35', 2, '2025-11-12T07:00:00.000Z')],
  }) as unknown as PartySale
const ticked = (progressor: string | null, start: Parameters<typeof toDraftSale>[1] = {}) => {
  const { itemKeys, isIncluded } = toDraftSale(sale(progressor), start, now, 'ada')
  return { itemKeys, isIncluded }
}

describe('initial ticks of a call card', () => {
  test('own sale: items that are due and not snoozed', () => {
    expect(ticked('ada')).toEqual({ itemKeys: ['step:32', 'step:33'], isIncluded: true })
  })

  test.each(['bea', null])('sale of another user (%s): nothing, but ticking it ticks due items', (progressor) => {
    expect(ticked(progressor)).toEqual({ itemKeys: [], isIncluded: false })
    expect(toDraftSale(sale(progressor), {}, now, 'ada').dueKeys).toEqual(['step:32', 'step:33'])
  })

  test('items shown in the list, whoever owns the sale', () => {
    expect(ticked('bea', { sales: [{ propertyId: 'p1', keys: ['step:33'] }] })).toEqual({
      itemKeys: ['step:33'],
      isIncluded: true,
    })
    expect(ticked('ada', { sales: [] })).toEqual({ itemKeys: [], isIncluded: false })
  })

  test('a proposal is never ticked: it stays until it is decided', () => {
    const proposal = { ...item('proposal:1', 1), kind: 'proposal' }
    const withProposal = { ...sale('ada'), actionItems: [proposal, item('step:32', 4)] } as unknown as PartySale
    const chosen = { sales: [{ propertyId: 'p1', keys: ['proposal:1', 'step:32'] }] }
    expect(toDraftSale(withProposal, {}, now, 'ada')).toMatchObject({ itemKeys: ['step:32'], dueKeys: ['step:32'] })
    expect(toDraftSale(withProposal, chosen, now, 'bea').itemKeys).toEqual(['step:32'])
  })

  test('opened from a colleague’s property: the sale without its items', () => {
    expect(ticked('bea', { sales: [{ propertyId: 'p1' }] })).toEqual({ itemKeys: [], isIncluded: true })
    expect(ticked('ada', { sales: [{ propertyId: 'p1' }] })).toEqual({ itemKeys: ['step:32', 'step:33'], isIncluded: true })
  })
})
