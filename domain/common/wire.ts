import { z } from 'zod'
import { toPence, toPounds } from './money.ts'
import { hidden } from './one-line.ts'
import { isTelephone, tidyTelephone } from './telephone.ts'
import { hasWebAddress, isNameWithLink, noWebAddress } from './web-address.ts'

/**
 * Building blocks of every contract: ids, texts, amounts and dates on the wire. Text is trimmed and must not contain control characters,
 * zero-width spaces, direction overrides or lone surrogates, which deceive readers or cannot be stored.
 */
export const Id = z.uuid('This is not an id.').toLowerCase()
export type Id = z.infer<typeof Id>

/** Comma-separated ids in a query. */
export const Ids = z
  .string()
  .toLowerCase()
  .max(4000, 'Choose fewer.')
  .refine((text) => text.split(',').every((id) => Id.safeParse(id).success), 'Use ids with commas between them.')

const clean = (text: string): boolean => !hidden.test(text) && text.isWellFormed()
const notClean = 'This holds characters that cannot be seen or stored.'

export const line = (max: number) =>
  z
    .string('Enter text.')
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((text) => clean(text) && !/[\r\n\t]/.test(text), notClean)

/**
 * Visible letters, digits and signs, without spaces, controls, joiners, marks and fillers: a name made of those would be invisible.
 * Characters that Unicode has not assigned yet are drawn as a box.
 */
export const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u

/** `what` names the field in the message. */
export const requiredLine = (max: number, what: string) =>
  line(max)
    .min(1, `Enter ${what}.`)
    .refine((text) => text === '' || visible.test(text), `Enter ${what}.`)

/** The name of a person. `what` names the field in the message. */
export const personName = (max: number, what: string) =>
  requiredLine(max, what).refine((name) => !isNameWithLink(name), noWebAddress)

/** The name of a firm, company or branch. */
export const firmName = (max: number, what: string) =>
  requiredLine(max, what).refine((name) => !hasWebAddress(name), noWebAddress)

/** Text with line breaks. Forms send CRLF; LF is stored. */
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

export const Tel = line(40)
  .overwrite(tidyTelephone)
  .refine((text) => text === '' || isTelephone(text), 'Enter a telephone number.')

const isInCalendar = (text: string): boolean => text >= '1900-01-01' && text < '2200-01-01'

/** Between 1900 and 2199. */
export const Day = z.iso.date({ error: 'Enter a date.', abort: true }).refine(isInCalendar, 'Enter a date.')

/** Instant in UTC, in responses. */
export const Timestamp = z.iso.datetime()

/** Instant in UTC, in requests: between 1900 and 2199, with at most microseconds. */
export const TimestampInput = z.iso
  .datetime({ error: 'Enter a date and time.', abort: true })
  .max('2026-03-10T09:30:00.000000Z'.length, 'Enter a date and time.')
  .refine(isInCalendar, 'Enter a date and time.')

/** Pounds with at most two decimals on the wire, whole pence internally. */
export const Money = z.codec(
  z
    .number('Enter an amount.')
    .min(0, 'Enter an amount of 0 or more.')
    .max(1_000_000_000, 'This amount is too large.')
    .multipleOf(0.01, 'Use pounds and pence.'),
  z.int(),
  { decode: toPence, encode: toPounds },
)

/** Version read with a form; a save with a stale version is refused (STALE_VERSION). */
export const Version = z.int().min(1)

export const Success = z.object({ success: z.literal(true) })

/** The `response` of a call that returns a file. */
export const FileResponse = z.never()

export const count = (max: number) => z.int('Enter a whole number.').min(0, 'Use 0 or more.').max(max, `Use ${max} or less.`)
