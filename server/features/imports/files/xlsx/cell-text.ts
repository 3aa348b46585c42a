import { addDays } from '@gya/domain/common/dates.ts'
import type { NumberFormat } from './number-format.ts'

const dayMs = 86_400_000
/** Serial of 1 January 1970, if 1 is 1 January 1900. */
const unixEpoch = 25_569
/** Days between the two date systems of Excel. */
const days1904 = 1462
/** 1 January 2200. */
const lastSerial = 109_574

/** Fifteen digits, as Excel shows them. */
const digitsOf = (value: number): string => String(Number(value.toPrecision(15)))

/**
 * The text of a numeric cell: days as `YYYY-MM-DD`, with the time if there is one; a time alone as `HH:mm`; a percentage as Excel
 * shows it, `1.5%` for 0.015. Text that is not a number is unchanged.
 */
export function cellText(raw: string, { shows, pad }: NumberFormat, isFrom1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw.trim()
  if (shows === 'percent') return `${digitsOf(value * 100)}%`
  if (shows === 'day' || shows === 'time') return dayText(value, shows, isFrom1904) ?? digitsOf(value)
  return pad > 0 && Number.isInteger(value) && value >= 0 ? String(value).padStart(pad, '0') : digitsOf(value)
}

/** Seconds are dropped: a time never becomes that of the next day. Null outside the calendar. */
function dayText(serial: number, shows: 'day' | 'time', isFrom1904: boolean): string | null {
  // A millisecond covers what writers lose in the last digits.
  const whole = Math.floor(serial + 1 / dayMs)
  const seconds = Math.min(Math.round(Math.max(serial - whole, 0) * 86_400), 86_399)
  const two = (of: number): string => String(of).padStart(2, '0')
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`
  if (whole === 0 && (shows === 'time' || seconds > 0)) return time
  const days = isFrom1904 ? whole + days1904 : whole
  if (days < 1 || days >= lastSerial) return null
  // Excel counts 29 February 1900, which did not exist.
  const day = addDays('1970-01-01', days - unixEpoch + (days < 60 ? 1 : 0))
  return seconds === 0 ? day : `${day} ${time}`
}
