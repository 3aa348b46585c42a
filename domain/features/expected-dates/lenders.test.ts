import { expect, test } from 'vitest'
import { matchingLenders } from './lenders.ts'

test('the company’s own lenders come before those that are offered beside them, each once', () => {
  const own = [
    { _id: '1', name: 'halifax' },
    { _id: '2', name: 'Harvest Mortgages' },
  ]
  expect(matchingLenders(own, ' ha').map(({ _id, name }) => [_id, name])).toEqual([
    ['1', 'halifax'],
    ['2', 'Harvest Mortgages'],
    [null, 'Buckinghamshire Building Society'],
    [null, 'Hanley Economic Building Society'],
    [null, 'Market Harborough Building Society'],
  ])
  expect(matchingLenders([], 'zz')).toEqual([])
})
