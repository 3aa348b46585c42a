import { expect, test } from 'vitest'
import { searchFold } from './search-fold.ts'

test.each([
  ['O’Neill', 'oneill'],
  ["O'Neill", 'oneill'],
  ['Zoë Müller', 'zoe muller'],
  ["St. John's", 'st johns'],
  ['Łukasz Žižek-Straße', 'lukasz zizek strasse'],
  ['9 Quay’s End, LK4 1AA', '9 quays end lk4 1aa'],
  ['Ærø;Þórr  ÆŒ', 'aero thorr aeoe'],
])('%s is searched as %s', (text, folded) => {
  expect(searchFold(text)).toBe(folded)
})
