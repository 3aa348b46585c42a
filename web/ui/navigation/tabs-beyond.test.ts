import { describe, expect, test } from 'vitest'
import { tabsBeyond } from './tabs-beyond.ts'

describe('tabsBeyond: the first tabs and the current one stay, the others go into More', () => {
  const widths = [60, 60, 60, 60, 60]
  test.each([
    ['all fit', 380, 0, []],
    ['one pixel is missing', 379, 0, [4]],
    ['the current one is the last', 379, 4, [3]],
    ['room for two and More', 300, 1, [3, 4]],
    ['the current one takes the place of another', 300, 4, [2, 3]],
    ['no current one', 300, -1, [3, 4]],
    ['not laid out yet', 0, 2, []],
    ['room for nothing', 10, 2, [0, 1, 3, 4]],
  ])('%s', (_what, room, current, beyond) => expect(tabsBeyond(widths, { room, gap: 20, more: 50, current })).toEqual(beyond))
})
