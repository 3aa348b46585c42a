import { expect, test } from 'vitest'
import { readNetwork } from './audit.rules.ts'

test('readNetwork: an address, a network, and a truncated network as shown for sessions', () => {
  expect(readNetwork(' 203.0.113.7 ')).toEqual({ address: '203.0.113.7' })
  expect(readNetwork('2001:db8::1')).toEqual({ address: '2001:db8::1' })
  expect(readNetwork('203.0.113.0/24')).toEqual({ within: '203.0.113.0/24' })
  expect(readNetwork('203.0.113.x')).toEqual({ within: '203.0.113.0/24' })
  expect(readNetwork('2001:db8:1::/48')).toEqual({ within: '2001:db8:1::/48' })
  for (const wrong of ['', '203.0.113', '203.0.113.700', '203.0.113.0/33', 'office', "' or 1=1"])
    expect(readNetwork(wrong)).toBeNull()
})
