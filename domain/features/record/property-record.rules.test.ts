import { expect, test } from 'vitest'
import { deletionKinds, gapsOf, viaWords } from './property-record.rules.ts'

test('gapsOf: periods of 14 days or more without an entry while the sale was open', () => {
  expect(gapsOf(['2026-03-01', '2026-03-14', '2026-03-28', '2026-04-20'], '2026-04-21')).toEqual([
    { from: '2026-03-14', until: '2026-03-28', days: 14 },
    { from: '2026-03-28', until: '2026-04-20', days: 23 },
  ])
  expect(gapsOf(['2026-03-01'], '2026-03-15')).toEqual([{ from: '2026-03-01', until: '2026-03-15', days: 14 }])
  expect(gapsOf([], '2026-03-15')).toEqual([])
})

test('gapsOf: a period after the sale closed is not a gap', () => {
  expect(gapsOf(['2026-03-01', '2026-03-10', '2026-06-01'], '2026-03-10')).toEqual([])
})

test('deletionKinds: deletions in a sale, but not in the company', () => {
  expect(deletionKinds).toContain('note-removed')
  expect(deletionKinds).toContain('document-removed')
  expect(deletionKinds).not.toContain('user-deleted')
})

test.each([
  [{ via: 'app', device: 'Firefox on Windows', isPerson: true }, 'Screen, Firefox on Windows'],
  [{ via: 'app', device: null, isPerson: true }, 'Screen'],
  [{ via: 'app', device: null, isPerson: false }, 'By rule'],
  [{ via: 'party', device: null, party: 'buyer-conveyancer', isPerson: true }, 'Link of the buyer’s solicitor'],
  [{ via: 'job', device: null, isPerson: false }, 'By rule'],
  [{ via: 'unknown', device: null, isPerson: true }, ''],
])('viaWords: %j', (from, words) => expect(viaWords({ party: null, ...from })).toBe(words))
