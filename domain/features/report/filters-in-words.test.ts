import { expect, test } from 'vitest'
import { describeFilters } from './filters-in-words.ts'

const none = {
  active: undefined,
  sold: undefined,
  complete: undefined,
  dateStart: undefined,
  dateEnd: undefined,
  searchText: undefined,
  branches: undefined,
  staff: undefined,
  chains: undefined,
}

test.each([
  [{}, ['All properties']],
  [{ active: true, sold: true, complete: false }, ['Active, sold, not complete']],
  [{ active: false }, ['Not active']],
  [{ sold: true, mark: 'quiet' as const }, ['Sold', 'Quiet for 7 days']],
  [{ dateStart: '2025-11-05' }, ['All properties', 'Added from 05/11/2025']],
  [
    { dateStart: '2024-01-31', dateEnd: '2025-02-01', searchText: 'High Street' },
    ['All properties', 'Added from 31/01/2024 until 01/02/2025', 'Search: “High Street”'],
  ],
  [
    { branches: ['Reading', 'Tilehurst'], staff: [], chains: [0, 2, 3] },
    ['All properties', 'Branch: Reading, Tilehurst', 'Sales progressor: nobody', 'Chain: no chain, incomplete, unknown'],
  ],
])('The filters %j are named %j', (filters, words) => {
  expect(describeFilters({ ...none, ...filters })).toEqual(words)
})
