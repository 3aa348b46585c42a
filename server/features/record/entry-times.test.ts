import { expect, test } from 'vitest'
import { EntryTimes } from './entry-times.ts'

const timesOf = (...added: (readonly [position: number, at: string] | string)[]) => {
  const times = new EntryTimes()
  for (const one of added)
    if (typeof one === 'string') times.reach(one)
    else times.add(...one)
  return times.backdated
}

test('EntryTimes: entries dated back are listed with the time that the record had reached, all of a row', () => {
  const reached = '2026-02-05T09:20:00.000000Z'
  expect(timesOf([1, reached], [2, '2026-01-20T10:01:00.000000Z'], [3, '2026-01-20T10:02:00.000000Z'])).toEqual({
    count: 2,
    first: [
      { position: 2, at: '2026-01-20T10:01:00.000000Z', reached },
      { position: 3, at: '2026-01-20T10:02:00.000000Z', reached },
    ],
  })
})

test('EntryTimes: a checkpoint shows it too when nothing was written before it', () => {
  const entries = [[1, '2026-01-05T09:00:00.000000Z'], '2026-02-05T02:00:00Z', [2, '2026-01-06T09:00:00.000000Z']] as const
  expect(timesOf(...entries)).toMatchObject({ count: 1, first: [{ position: 2, reached: '2026-02-05T02:00:00Z' }] })
})

test('EntryTimes: small disorder of concurrent transactions is not listed', () => {
  expect(timesOf([1, '2026-02-05T09:20:00.000000Z'], [2, '2026-02-05T09:19:30.000000Z'])).toEqual({ count: 0, first: [] })
})
