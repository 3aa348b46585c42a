import { expect, test } from 'vitest'
import { maskNetwork } from './shown-network.ts'

test.each([
  ['203.0.113.9', '203.0.113.x'],
  ['2001:db8:1:2::5', '2001:db8:1:…'],
  ['::1', ':…'],
  [null, ''],
])('%s is shown as %s', (network, shown) => {
  expect(maskNetwork(network)).toBe(shown)
})
