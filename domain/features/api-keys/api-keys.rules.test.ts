import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, londonDay } from '../../common/dates.ts'
import {
  daysAfter,
  dueReminder,
  isKeyValid,
  keyState,
  looksLikeKey,
  maskedAddress,
  oldKeyEnd,
  prefixOf,
  whyNotByKey,
  whyNotRotate,
} from './api-keys.rules.ts'

const now = '2026-03-10T09:30:00.000Z'
const life = { expiresOn: daysAfter(now, 90), revokedOn: null, replacedBy: null, lastUsedOn: null, createdon: now }

describe('Keys', () => {
  test('"A key is gya_<8>_<43 of base64url>"', () => {
    const base64url = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
    const prefix = fc.stringMatching(/^[A-Za-z0-9]{8}$/)
    fc.assert(fc.property(prefix, base64url, (eight, rest) => prefixOf(`gya_${eight}_${rest}`) === `gya_${eight}`))
    for (const wrong of [
      '',
      'gya_',
      `gya_AAAAAAA_${'a'.repeat(43)}`,
      `gya_AAAAAAAA_${'a'.repeat(42)}`,
      `gya_AAAAAAAA_${'a'.repeat(44)}`,
    ])
      expect(prefixOf(wrong)).toBeNull()
    expect(looksLikeKey('gya_x')).toBe(true)
    expect(looksLikeKey('a'.repeat(43))).toBe(false)
  })

  test('a key is valid until it is revoked or expires', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.boolean(), (days, revoked) => {
        const key = { expiresOn: daysAfter(now, days), revokedOn: revoked ? now : null }
        return isKeyValid(key, now) === (days > 0 && !revoked)
      }),
    )
  })

  test('"A key unused for 90 days is shown so"', () => {
    expect(keyState(life, daysAfter(now, 89))).toBe('active')
    expect(keyState({ ...life, expiresOn: daysAfter(now, 365) }, daysAfter(now, 90))).toBe('unused')
    expect(keyState({ ...life, lastUsedOn: daysAfter(now, 80), expiresOn: daysAfter(now, 365) }, daysAfter(now, 90))).toBe(
      'active',
    )
    expect(keyState(life, daysAfter(now, 90))).toBe('expired')
    expect(keyState({ ...life, revokedOn: now }, daysAfter(now, 90))).toBe('revoked')
    expect(keyState({ ...life, replacedBy: 'x' }, now)).toBe('replaced')
  })

  test('the old key ends as chosen, but not after its own expiry', () => {
    expect(oldKeyEnd(life, now, 7)).toBe(daysAfter(now, 7))
    expect(oldKeyEnd({ expiresOn: daysAfter(now, 3) }, now, 7)).toBe(daysAfter(now, 3))
    expect(whyNotRotate(life, now)).toBeNull()
    expect(whyNotRotate({ ...life, replacedBy: 'x' }, now)).toBe('KEY_ENDED')
    expect(whyNotRotate(life, daysAfter(now, 90))).toBe('KEY_ENDED')
  })

  test('"An endpoint that names no scope answers a key 403 NOT_FOR_KEYS"', () => {
    expect(whyNotByKey({}, ['note:write'])).toBe('NOT_FOR_KEYS')
    expect(whyNotByKey({ scope: 'offer:write' }, ['note:write'])).toBe('FORBIDDEN')
    expect(whyNotByKey({ scope: 'note:write' }, ['note:write'])).toBeNull()
  })

  test('"at 14 and 2 days before, and on the day": each once', () => {
    const end = daysAfter(now, 30)
    const sent: [number, number][] = []
    let reminded: number | null = null
    for (let day = 0; day <= 31; day += 1) {
      const due: number | null = dueReminder(end, reminded, addDays(londonDay(now), day))
      if (due === null) continue
      sent.push([30 - day, due])
      reminded = due
    }
    expect(sent).toEqual([
      [14, 14],
      [2, 2],
      [0, 0],
    ])
  })

  test('a missed reminder is not sent in addition to a later one', () => {
    expect(dueReminder(daysAfter(now, 1), null, londonDay(now))).toBe(2)
    expect(dueReminder(daysAfter(now, -1), null, londonDay(now))).toBeNull()
  })

  test.each([
    ['203.0.113.7', '203.0.113.x'],
    ['::ffff:203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2::3', '2001:db8:1:x'],
  ])('%s was last used from %s', (ip, shown) => expect(maskedAddress(ip)).toBe(shown))
})
