import { addDays, type DateOnly, daysBetween, weekdayOf } from '../../common/dates.ts'

export const repeatUnits = ['day', 'weekday', 'week', 'month'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

/** `due`: the next task is due counted from the due day; `done`: from the day on which the task was done. */
export const repeatStarts = ['due', 'done'] as const

export type Repeat = { every: number; unit: RepeatUnit; from: (typeof repeatStarts)[number] }

export const maxRepeatEvery = 52

const saturday = 5

/** Monday to Friday; bank holidays count as weekdays. A start on Saturday or Sunday counts from Friday. */
const addWeekdays = (day: DateOnly, count: number): DateOnly => {
  const weekday = weekdayOf(day)
  const start = weekday >= saturday ? addDays(day, saturday - 1 - weekday) : day
  const total = weekdayOf(start) + count
  return addDays(start, Math.floor(total / 5) * 7 + (total % 5) - weekdayOf(start))
}

const lastDayOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** `dayOfMonth` in the month `count` after that of `day`, or its last day. */
const addMonths = (day: DateOnly, count: number, dayOfMonth: number): DateOnly => {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const year = Math.floor(months / 12)
  const month = months % 12
  const date = Math.min(dayOfMonth, lastDayOfMonth(year, month))
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

const addInterval = (day: DateOnly, { every, unit }: Repeat, times: number, dayOfMonth: number): DateOnly => {
  const count = every * times
  if (unit === 'day') return addDays(day, count)
  if (unit === 'week') return addDays(day, count * 7)
  return unit === 'weekday' ? addWeekdays(day, count) : addMonths(day, count, dayOfMonth)
}

/** A number of intervals that certainly ends before `today`, so that old tasks are not advanced one interval at a time. */
const skippedIntervals = (start: DateOnly, { every, unit }: Repeat, today: DateOnly): number => {
  const longest = { day: 1, weekday: 3, week: 7, month: 31 }[unit] * every
  return Math.max(0, Math.floor(daysBetween(start, today) / longest) - 1)
}

type DoneTask = {
  repeat: Repeat
  /** Null only for tasks that repeat from the day on which they were done. */
  dueOn: DateOnly | null
  /** Day of the month of the first task: 31/01 is followed by 28/02 and 31/03. Null: that of the due day. */
  dayOfMonth: number | null
}

/**
 * Due day of the next task. "Missed repeats are not piled up: the next is the first after today." "Month of 31/01 → 28/02
 * → 31/03 (the day of the first is kept); weekday of Friday → Monday."
 */
export function nextDueOn({ repeat, dueOn, dayOfMonth }: DoneTask, doneOn: DateOnly): DateOnly {
  if (repeat.from === 'done' || dueOn === null) return addInterval(doneOn, repeat, 1, Number(doneOn.slice(8)))
  const date = dayOfMonth ?? Number(dueOn.slice(8))
  let times = skippedIntervals(dueOn, repeat, doneOn) + 1
  while (addInterval(dueOn, repeat, times, date) <= doneOn) times += 1
  return addInterval(dueOn, repeat, times, date)
}

const unitWords: Record<RepeatUnit, [one: string, many: string]> = {
  day: ['day', 'days'],
  weekday: ['weekday', 'weekdays'],
  week: ['week', 'weeks'],
  month: ['month', 'months'],
}

/** `Every week`, `Every 3 months, counted from the day it is done`. */
export const describeRepeat = ({ every, unit, from }: Repeat): string => {
  const [one, many] = unitWords[unit]
  return `Every ${every === 1 ? one : `${every} ${many}`}${from === 'done' ? ', counted from the day it is done' : ''}`
}
