import { expect, test } from 'vitest'
import { fileNameOf } from './use-download.ts'

test('fileNameOf: a file is saved under the name that the server gives it', () => {
  const header = `attachment; filename="Zo_c Forecast 2026-11-28.csv"; filename*=UTF-8''%C5%BB%C3%B3%C5%82%C4%87%20Forecast%202026-11-28.csv`
  expect(fileNameOf(header)).toBe('Żółć Forecast 2026-11-28.csv')
  expect(fileNameOf('inline')).toBe('')
  expect(fileNameOf(null)).toBe('')
})
