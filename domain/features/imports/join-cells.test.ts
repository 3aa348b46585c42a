import { expect, test } from 'vitest'
import { joinCells } from './join-cells.ts'

test.each([
  [['14', 'High Street'], '14 High Street'],
  [['High Street', '14A'], '14A High Street'],
  [['Flat 2', '16', 'High Street'], 'Flat 2, 16 High Street'],
  [['The Old Dairy', '12-14', 'Mill Lane'], 'The Old Dairy, 12-14 Mill Lane'],
  [['14', '14 High Street'], '14 High Street'],
  [['14', '140 High Street'], '14 140 High Street'],
  [['High Street', 'High Street'], 'High Street'],
  [['', 'High Street', ' '], 'High Street'],
  [['14'], '14'],
  [['14, ', 'Mill Lane'], '14 Mill Lane'],
  [['Mill House, 14', 'High Street'], 'Mill House, 14 High Street'],
])('the cells %j are %s', (cells, joined) => {
  expect(joinCells(cells)).toBe(joined)
})
