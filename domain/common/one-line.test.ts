import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['8 Weir Row\r\nFlat 2', '8 Weir Row Flat 2'],
  ['8 Weir Row_x000D_\nFlat 2', '8 Weir Row Flat 2'],
  ['8\u2028Weir\vRow', '8 Weir Row'],
  ['Ann\u0000 \u202eOtter\ud800', 'Ann Otter'],
  [' \t ', ''],
])('oneLine: %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
