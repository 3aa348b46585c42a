import { positionCookie } from '@gya/domain/common/read-position.ts'
import { expect, test } from 'vitest'
import { raisePosition } from './raise-position.ts'

const cookie = () => document.cookie.split('; ').find((one) => one.startsWith(positionCookie))
test('raisePosition stores the latest position, whatever the order of the responses', () => {
  raisePosition('0000000000000100')
  raisePosition('00000000000000FF')
  expect(cookie()).toBe(`${positionCookie}=0000000000000100`)
  raisePosition('0000000100000000')
  expect(cookie()).toBe(`${positionCookie}=0000000100000000`)
})

test('raisePosition keeps the position where an answer has none', () => {
  const before = cookie()
  raisePosition(null)
  expect(cookie()).toBe(before)
})
