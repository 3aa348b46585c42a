import { expect, test } from 'vitest'
import {
  hoursAfter,
  needsApproval,
  type SupportAccess,
  supportAccessState,
  whyNotAskAccess,
  whyNotDecideAccess,
  whyNotEndAccess,
} from './support-access.rules.ts'

const asked = '2026-11-23T09:00:00.000Z'
const waiting: SupportAccess = { askedOn: asked, endsOn: null, endedOn: null, refusedOn: null }
const open: SupportAccess = { ...waiting, endsOn: '2026-11-23T17:00:00.000Z' }

test.each([
  ['a request is waiting for three days', waiting, '2026-11-26T08:59:59.999Z', 'waiting'],
  ['and lapses', waiting, '2026-11-26T09:00:00.000Z', 'lapsed'],
  ['a withdrawn request lapses immediately', { ...waiting, endedOn: asked }, asked, 'lapsed'],
  ['an access is open until its hours are over', open, '2026-11-23T16:59:59.999Z', 'open'],
  ['and not a moment longer', open, '2026-11-23T17:00:00.000Z', 'past'],
  ['an access that was ended is past', { ...open, endedOn: '2026-11-23T10:00:00.000Z' }, '2026-11-23T10:00:00.000Z', 'past'],
  ['a refused request stays refused', { ...waiting, refusedOn: asked }, '2026-12-23T09:00:00.000Z', 'refused'],
] as const)('supportAccessState: %s', (_, access, now, state) => {
  expect(supportAccessState(access, now)).toBe(state)
})

test('needsApproval: only if the company requires it and an administrator can give it', () => {
  expect([needsApproval(true, 2), needsApproval(true, 0), needsApproval(false, 2)]).toEqual([true, false, false])
})

test('A platform admin has one access to a company at a time', () => {
  expect(whyNotAskAccess([waiting], asked)).toBe('SUPPORT_ACCESS_EXISTS')
  expect(whyNotAskAccess([open], asked)).toBe('SUPPORT_ACCESS_EXISTS')
  expect(
    whyNotAskAccess(
      [
        { ...open, endedOn: asked },
        { ...waiting, refusedOn: asked },
      ],
      asked,
    ),
  ).toBeNull()
  expect(whyNotAskAccess([open], hoursAfter(asked, 8))).toBeNull()
})

test('Only a waiting request can be decided; only a waiting or open access can be ended', () => {
  expect([whyNotDecideAccess(waiting, asked), whyNotDecideAccess(open, asked)]).toEqual([null, 'SUPPORT_ACCESS_NOT_WAITING'])
  expect([whyNotEndAccess(waiting, asked), whyNotEndAccess(open, asked)]).toEqual([null, null])
  expect(whyNotEndAccess(open, hoursAfter(asked, 8))).toBe('SUPPORT_ACCESS_OVER')
})
