import { Id } from '@gya/domain/common/wire.ts'
import { expect, test } from 'vitest'
import { newUuid, systemClock } from './clock.ts'

test('newUuid returns a UUID of version 7', () => {
  const id = newUuid(Date.parse('2026-03-10T09:30:00Z'))
  expect(Id.safeParse(id).success).toBe(true)
  expect(id[14]).toBe('7')
  expect(id[19]).toMatch(/[89ab]/)
})

test('newUuid sorts by creation time in milliseconds', () => {
  const instants = [0, 1, 255, 256, 1_700_000_000_000, 1_773_135_000_000, 1_773_135_000_001, 2 ** 45]
  const ids = instants.map(newUuid)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))).toEqual(instants)
})

test('newUuid is unique within a millisecond', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newUuid(1_773_135_000_000))).size).toBe(1000)
})

test('newUuid sorts by creation order within a millisecond, also after the clock is set back', () => {
  const made = (at: number) => Array.from({ length: 1000 }, () => newUuid(at))
  const first = made(1_773_135_000_001)
  const second = made(1_773_135_000_000)
  expect(first.toSorted()).toEqual(first)
  expect(second.toSorted()).toEqual(second)
  expect(new Set([...first, ...second, ...made(1_773_135_000_001)]).size).toBe(3000)
})

test('systemClock.now returns UTC in wire format', () => {
  expect(systemClock.now()).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
})
