import { z } from 'zod'
import { isIdField, sampleValue } from './schema-samples.ts'

/** First characters that trigger formulas, markup or quoting. */
const openings = ['=1+', '+1+', '-1+', '@SUM(1)', '＝1+', '＋1+', '－1+', '＠1', '"', "'"]
/** Emoji sequences, combining characters and ligatures. */
const unusualCharacters = '👩‍👩‍👧‍👦é́́ŝ̖̗ﷺ'

/**
 * Text of at most `most` characters that attacks spreadsheets, HTML, SQL and headers. If executed, it calls `hit` with its marker; if
 * displayed, its marker can be found. It ends in one unbreakable word.
 */
export function maliciousText(mark: number, most: number): string {
  const opening = openings[mark % openings.length] ?? ''
  const parts = [
    `${opening}<u>${mark}</u>`,
    `"'><img src=x onerror=hit(${mark})>`,
    `</script><script>hit(${mark})</script>`,
    `javascript:hit(${mark})//{{7*7}}\${7*7}'; drop table company;--%00%0d%0a\\%_`,
    unusualCharacters,
  ]
  const last = parts.findIndex((_, nth) => parts.slice(0, nth + 1).join('').length > most)
  const text = parts.slice(0, last === -1 ? parts.length : last).join('') || `<u>${mark}`
  return text + 'W'.repeat(Math.max(0, Math.min(most, 400) - text.length))
}

/** Finds the markers in a text. */
export const findMarkers = (text: string): number[] => [...text.matchAll(/<u>(\d+)/gi)].map(([, mark]) => Number(mark))

const maxLength = (field: z.ZodType): number => (field instanceof z.ZodString ? (field.maxLength ?? 400) : 0)

/** Passwords are never displayed and have their own rules. */
const isText = (field: z.ZodType, path: string): boolean =>
  !/(^|\.)(password|confirmPassword)$/.test(path) &&
  maxLength(field) > 0 &&
  field.safeParse(maliciousText(100, maxLength(field))).success

/** An array with its own rule, such as domain names, whose elements alone would accept any text. */
const refusesText = (schema: z.ZodArray): boolean => {
  const { element } = schema.def
  return element instanceof z.ZodString && !schema.safeParse([maliciousText(100, maxLength(element))]).success
}

const innerOf = (schema: z.ZodType): z.ZodType | null =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault
    ? (schema.def.innerType as z.ZodType)
    : null

/** The union member with the most fields; null if none is an object. */
const largestOf = (schema: z.ZodType): z.ZodObject | null => {
  if (!(schema instanceof z.ZodUnion)) return null
  const objects = schema.def.options.filter((option): option is z.ZodObject => option instanceof z.ZodObject)
  return objects.toSorted((a, b) => Object.keys(b.shape).length - Object.keys(a.shape).length)[0] ?? null
}

/** The paths of all text fields of a schema: `owner.firstName`, `timeline.0.title`. */
export function textFields(schema: z.ZodType, path = ''): string[] {
  const inner = innerOf(schema) ?? largestOf(schema)
  if (inner) return textFields(inner, path)
  const below = (name: string) => (path ? `${path}.${name}` : name)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => textFields(field, below(name)))
  if (schema instanceof z.ZodArray && refusesText(schema)) return []
  if (schema instanceof z.ZodArray) return textFields(schema.def.element as z.ZodType, below('0'))
  return isText(schema, path) ? [path] : []
}

/** Marks a field to be left out. */
const omitted = Symbol('nothing')

/** A valid value with malicious text in every text field and otherwise only required fields. */
export function maliciousBody(schema: z.ZodType, textFor: (path: string, most: number) => string, path = ''): unknown {
  const built = build(schema, textFor, path)
  return built === omitted ? {} : built
}

function build(schema: z.ZodType, textFor: (path: string, most: number) => string, path: string): unknown {
  const inner = innerOf(schema) ?? largestOf(schema)
  if (inner) return build(inner, textFor, path)
  const below = (name: string) => (path ? `${path}.${name}` : name)
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      if (field.safeParse(undefined).success && textFields(field, below(name)).length === 0) return []
      const value = build(field, textFor, below(name))
      return value === omitted ? [] : [[name, value] as const]
    })
    return Object.fromEntries(fields)
  }
  if (schema instanceof z.ZodArray && refusesText(schema)) return []
  if (schema instanceof z.ZodArray) return [build(schema.def.element as z.ZodType, textFor, below('0'))]
  if (isText(schema, path)) return textFor(path, maxLength(schema))
  return isIdField(schema, emptyId) ? omitted : sampleValue(schema, emptyId)
}

const emptyId = '019cd714-f23b-7000-8000-0000000000aa'
