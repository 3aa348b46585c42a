import { expect, test } from 'vitest'
import { whyNotFallOff, whyNotRestoreFallOff } from './why-not-fall-off.ts'

const [accepted, pending] = [
  { _id: 'a', state: 'A' },
  { _id: 'p', state: 'P' },
] as const
const fallen = { offers: [pending], active: true, timeline: { data: [] } }

test('"It is offered while an offer is accepted and the sale has not completed."', () => {
  expect(whyNotFallOff([pending, accepted], false)).toBeNull()
  expect(whyNotFallOff([pending], false)).toBe('FALL_OFF_WITHOUT_SALE')
  expect(whyNotFallOff([accepted], true)).toBe('FALL_OFF_COMPLETED')
})

test('"A fall-off record is restorable only while it has no restoredOn and there is no accepted offer."', () => {
  expect(whyNotRestoreFallOff({ restoredOn: null }, fallen)).toBeNull()
  expect(whyNotRestoreFallOff({ restoredOn: '2026-03-10T09:00:00.000Z' }, fallen)).toBe('FALL_OFF_RESTORED')
  expect(whyNotRestoreFallOff({ restoredOn: null }, { ...fallen, offers: [accepted] })).toBe('RESTORE_WITH_ACCEPTED_OFFER')
  expect(whyNotRestoreFallOff({ restoredOn: null }, { ...fallen, active: false })).toBe('OFFER_ON_WITHDRAWN')
})
