import { isDateOnly, showDate } from '../../common/dates.ts'
import { showPounds, toPounds } from '../../common/money.ts'

/** What an entry of the record says changed, in words: an amount, a field from its old to its new value, a reason. */
export type EventFact = { what: string; from?: string | undefined; to?: string | undefined }

/** What an entry was written with. Entries are never rewritten, so an older one may lack what a newer one says. */
export type EventData = Readonly<Record<string, unknown>>

/** A stored value in words; nothing where it is not what was expected. */
type Formatter = (value: unknown) => string | undefined

export const asText: Formatter = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
export const asCount: Formatter = (value) => (typeof value === 'number' ? String(value) : undefined)
/** Amounts are stored in pence. */
export const asMoney: Formatter = (value) => (typeof value === 'number' ? showPounds(toPounds(value)) : undefined)
export const asDay: Formatter = (value) => (typeof value === 'string' && isDateOnly(value) ? showDate(value) : undefined)
export const asYesNo: Formatter = (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : undefined)
/** The agency fee's percentage is stored in thousandths. */
export const asFeePercent: Formatter = (value) => (typeof value === 'number' ? `${value / 1000} %` : undefined)
export const asChoice =
  (words: Readonly<Record<string, string>>): Formatter =>
  (value) =>
    words[String(value)]

/** A fact read from one field of the entry; left out where the entry does not say it. */
export const fact =
  (what: string, field: string, inWords: Formatter = asText) =>
  (data: EventData): EventFact[] => {
    const to = inWords(data[field])
    return to === undefined ? [] : [{ what, to }]
  }

/** A value that moved: `from` and `to` are fields of the entry. */
export const moved =
  (what: string, fields: { from: string; to: string }, inWords: Formatter = asText) =>
  (data: EventData): EventFact[] => {
    const [from, to] = [inWords(data[fields.from]), inWords(data[fields.to])]
    return from === undefined && to === undefined ? [] : [{ what, from, to }]
  }

export const facts =
  (...parts: readonly ((data: EventData) => EventFact[])[]) =>
  (data: EventData): EventFact[] =>
    parts.flatMap((part) => part(data))

/** A form's field as the record names it: its words on screen, and how its value reads. No second entry: the value is not told. */
export type FieldLabels = Readonly<Record<string, readonly [label: string, inWords?: Formatter]>>

const record = (value: unknown): EventData => (typeof value === 'object' && value !== null ? (value as EventData) : {})

/**
 * The fields that a save changed, each from what it was to what it is: of entries written as `{ fields, before, after }`
 * or as `{ changes: [{ field, from, to }] }`. A value that is gone reads "none".
 */
export const fieldFacts =
  (words: FieldLabels) =>
  (data: EventData): EventFact[] => {
    const before = record(data.before)
    const after = record(data.after)
    const named = Array.isArray(data.fields)
      ? data.fields.map((field) => ({ field: String(field), from: before[String(field)], to: after[String(field)] }))
      : []
    const listed = Array.isArray(data.changes) ? data.changes.map(record) : []
    return [...named, ...listed].flatMap(({ field, from, to }) => {
      const known = words[String(field)]
      if (!known) return []
      const [what, inWords] = known
      const told = inWords !== undefined && (from !== undefined || to !== undefined)
      return [told ? { what, from: inWords(from) ?? 'none', to: inWords(to) ?? 'none' } : { what }]
    })
  }
