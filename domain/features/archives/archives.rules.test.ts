import { expect, test } from 'vitest'
import { exportExpiresOn, exportsCountedSince, whyNotExport } from './archives.rules.ts'

test('"One at a time, 4 a day."', () => {
  expect(whyNotExport({ underWay: 0, lastDay: 3 })).toBeNull()
  expect(whyNotExport({ underWay: 1, lastDay: 0 })).toBe('EXPORT_RUNNING')
  expect(whyNotExport({ underWay: 0, lastDay: 4 })).toBe('TOO_MANY_EXPORTS')
})

test('"Ready archives wait 7 days."', () => {
  expect(exportExpiresOn('2026-11-22T10:00:00.000Z')).toBe('2026-11-29T10:00:00.000Z')
  expect(exportsCountedSince('2026-11-22T10:00:00.000Z')).toBe('2026-11-21T10:00:00.000Z')
})
