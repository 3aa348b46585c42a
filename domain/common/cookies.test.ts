import { expect, test } from 'vitest'
import { hostCookieName, readHostCookie } from './cookies.ts'

test('readHostCookie finds a cookie set over https or http, and none whose name only begins alike', () => {
  expect(readHostCookie('a=1; __Host-gya_x=2', 'gya_x')).toBe('2')
  expect(readHostCookie('gya_x=3', 'gya_x')).toBe('3')
  expect(readHostCookie('gya_xy=4; __Host-gya_xy=5', 'gya_x')).toBeUndefined()
  expect(readHostCookie('', 'gya_x')).toBeUndefined()
  expect([hostCookieName('gya_x', true), hostCookieName('gya_x', false)]).toEqual(['__Host-gya_x', 'gya_x'])
})
