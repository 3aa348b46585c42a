import { z } from 'zod'
import { toPence, toPounds } from './money.ts'

/**
 * The building blocks of every contract: how an id, a text, an amount or a day looks on the wire. Text is trimmed and
 * may not hold control characters, zero-width spaces, direction overrides or half characters: they hide what a reader
 * sees or cannot be stored.
 */
export const Id = z.uuid('This is not an id.').toLowerCase()
export type Id = z.infer<typeof Id>

/** Ids with commas between them, as a query takes several. */
export const Ids = z
  .string()
  .toLowerCase()
  .max(4000, 'Choose fewer.')
  .refine((text) => text.split(',').every((id) => Id.safeParse(id).success), 'Use ids with commas between them.')

// The characters are the point here: what they do to a reader or to the database is why they are refused.
const hidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/

const clean = (text: string): boolean => !hidden.test(text) && text.isWellFormed()
const notClean = 'This holds characters that cannot be seen or stored.'

/** One line of text, 0 to `max` characters. */
export const line = (max: number) =>
  z
    .string('Enter text.')
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((text) => clean(text) && !/[\r\n\t]/.test(text), notClean)

/** One line that may not be empty; `what` names it in the error. */
export const requiredLine = (max: number, what: string) => line(max).min(1, `Enter ${what}.`)

/** Running text with line breaks, 0 to `max` characters. A form sends a line break as two characters; it is kept as one. */
export const paragraph = (max: number) =>
  z
    .string('Enter text.')
    .trim()
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .max(max, `Use at most ${max} characters.`)
    .refine(clean, notClean)

export const Email = z
  .string('Enter an e-mail address.')
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters.')
  .pipe(z.email('Enter an e-mail address, such as name@example.com.'))

export const Tel = line(40).refine((text) => /^[+\d][\d ()+.\-ext]*$|^$/.test(text), 'Enter a telephone number.')

const isInCalendar = (text: string): boolean => text >= '1900-01-01' && text < '2200-01-01'

/** A day of the calendar, `YYYY-MM-DD`, between 1900 and 2199. */
export const Day = z.iso.date({ error: 'Enter a date.', abort: true }).refine(isInCalendar, 'Enter a date.')

/** An instant in UTC, as an answer has it. */
export const Timestamp = z.iso.datetime()

/** An instant in UTC that a caller sends: between 1900 and 2199 like a day, to at most a microsecond. */
export const TimestampInput = z.iso
  .datetime({ error: 'Enter a date and time.', abort: true })
  .max('2026-03-10T09:30:00.000000Z'.length, 'Enter a date and time.')
  .refine(isInCalendar, 'Enter a date and time.')

/** Pounds with at most two decimals on the wire, whole pence inside. */
export const Money = z.codec(
  z
    .number('Enter an amount.')
    .min(0, 'Enter an amount of 0 or more.')
    .max(1_000_000_000, 'This amount is too large.')
    .multipleOf(0.01, 'Use pounds and pence.'),
  z.int(),
  { decode: toPence, encode: toPounds },
)

/** A percentage on the wire, whole thousandths inside (the agency fee: 1.25 is 1250). */
export const FeePercent = z.codec(
  z.number('Enter a percentage.').min(0, 'Use 0 to 100.').max(100, 'Use 0 to 100.').multipleOf(0.001, 'Use steps of 0.001.'),
  z.int(),
  { decode: (percent) => Math.round(percent * 1000), encode: (thousandths) => thousandths / 1000 },
)

/** A percentage on the wire, whole hundredths inside (the fee deduction: 10.25 is 1025). */
export const DeductionPercent = z.codec(
  z.number('Enter a percentage.').min(0, 'Use 0 to 100.').max(100, 'Use 0 to 100.').multipleOf(0.01, 'Use steps of 0.01.'),
  z.int(),
  { decode: (percent) => Math.round(percent * 100), encode: (hundredths) => hundredths / 100 },
)

/** What a form read when it was opened; a save that sends an old one is refused (STALE_VERSION). */
export const Version = z.int().min(1)

export const Success = z.object({ success: z.literal(true) })

/** The `response` of a call that answers a file. */
export const FileResponse = z.never()

/** A count of days or weeks and the like. */
export const count = (max: number) => z.int('Enter a whole number.').min(0, 'Use 0 or more.').max(max, `Use ${max} or less.`)
