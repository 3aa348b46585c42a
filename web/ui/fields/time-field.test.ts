import { describe, expect, test } from 'vitest'
import { parseTime, timesOfDay } from './time-field.tsx'

describe('parseTime', () => {
  test.each([
    ['14:30', '14:30'],
    ['9:05', '09:05'],
    ['9.30', '09:30'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['14', '14:00'],
    ['00:00', '00:00'],
    ['2pm', '14:00'],
    [' 2.30 PM ', '14:30'],
    ['12am', '00:00'],
    ['12:15 p.m.', '12:15'],
  ])('reads %s as %s', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })

  test.each(['', '24:00', '12:60', '9:3', '13pm', '0am', 'noon', '12:30:15', '-1'])('refuses %j', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })
})

describe('timesOfDay', () => {
  test('lists the whole day in steps of 5 minutes', () => {
    const times = timesOfDay(5)
    expect(times).toHaveLength(288)
    expect(times.slice(0, 2)).toEqual(['00:00', '00:05'])
    expect(times.at(-1)).toBe('23:55')
  })
})
