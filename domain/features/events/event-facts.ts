import { isDateOnly, showDate } from '../../common/dates.ts'
import { showPounds, toPounds } from '../../common/money.ts'
import { entriesOf, type Field, type Fields } from '../../fields/fields.ts'

/** A detail of an event: a value, or a change from old to new value. */
export type EventFact = { what: string; from?: string | undefined; to?: string | undefined }

/** Stored data of an event. Events are never rewritten, so older ones may lack newer fields. */
export type EventData = Readonly<Record<string, unknown>>

/** Formats a stored value; undefined if it has an unexpected type. */
type Formatter = (value: unknown) => string | undefined

export const asText: Formatter = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
export const asList: Formatter = (value) => (Array.isArray(value) ? asText(value.map(String).join(', ')) : undefined)
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

/** Fact from one field; omitted if the field is missing. */
export const fact =
  (what: string, field: string, inWords: Formatter = asText) =>
  (data: EventData): EventFact[] => {
    const to = inWords(data[field])
    return to === undefined ? [] : [{ what, to }]
  }

/** Fact with old and new value; `from` and `to` are field names. */
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

/** Label and formatter per field. Without a formatter the value is not shown. */
export type FieldLabels = Readonly<Record<string, readonly [label: string, inWords?: Formatter]>>

/** Of the kinds that are not shown as text. */
const formatters: Partial<Record<Field['kind'], Formatter>> = {
  tick: asYesNo,
  yesNo: asYesNo,
  triState: asYesNo,
  money: asMoney,
  day: asDay,
  dayOrNone: asDay,
  count: asCount,
  codes: asList,
}

/** Of an entity's fields whose changes have no entries of their own. */
export const fieldLabels = (fields: Fields): FieldLabels =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([key, { kind, label, recordedAs, readOnly, ownEntry, words }]) =>
      readOnly || ownEntry
        ? []
        : [[key, [recordedAs ?? label, kind === 'choice' ? asChoice(words ?? {}) : (formatters[kind] ?? asText)] as const]],
    ),
  )

const record = (value: unknown): EventData => (typeof value === 'object' && value !== null ? (value as EventData) : {})

/**
 * Changed fields with old and new value, from events stored as `{ fields, before, after }` or `{ changes: [{ field, from,
 * to }] }`. A missing value reads "none".
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
      const definition = words[String(field)]
      if (!definition) return []
      const [what, inWords] = definition
      const isShown = inWords !== undefined && (from !== undefined || to !== undefined)
      return [isShown ? { what, from: inWords(from) ?? 'none', to: inWords(to) ?? 'none' } : { what }]
    })
  }
