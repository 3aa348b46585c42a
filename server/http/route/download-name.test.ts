import { expect, test } from 'vitest'
import { downloadName } from './download-name.ts'

test.each([
  ['Larkmead', 'Forecast', 'Larkmead Forecast 2026-11-28.csv'],
  ['Sales/Lettings: North', 'Dashboard, Sales', 'Sales Lettings North Dashboard, Sales 2026-11-28.csv'],
  ['', 'Audit', 'Audit 2026-11-28.csv'],
])('downloadName: scope %j and subject %j', (scope, subject, name) => {
  expect(downloadName({ scope, subject, day: '2026-11-28', extension: 'csv' })).toBe(name)
})
