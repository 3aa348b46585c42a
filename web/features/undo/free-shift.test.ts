import { expect, test } from 'vitest'
import { type Box, freeShift } from './free-shift.ts'

/** A message of 400 × 40 pixels at the left of a page of 1000, 12 pixels above a foot of 56. */
const message: Box = { left: 12, top: 800, right: 412, bottom: 840 }
const foot: Box = { left: 0, top: 852, right: 1000, bottom: 908 }
const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
const row = box(0, 780, 1000, 852)

test.each([
  ['stays where it covers nothing', [box(500, 800, 700, 840)], foot, { x: 0, y: 0 }],
  ['moves to the right of a button', [box(100, 810, 200, 838)], foot, { x: 192, y: 0 }],
  [
    'goes between the words and the buttons of the foot',
    [row, box(12, 870, 112, 890), box(880, 862, 980, 898)],
    foot,
    { x: 112, y: 60 },
  ],
  ['rises where the foot is full', [row, foot], foot, { x: 0, y: -64 }],
  ['stays where no place is free', [box(0, 0, 1000, 908)], foot, { x: 0, y: 0 }],
  ['rises without a foot', [row], null, { x: 0, y: -64 }],
])('freeShift: a message %s', (_what, controls, below, shift) =>
  expect(freeShift(message, { controls, right: 984, foot: below })).toEqual(shift),
)
