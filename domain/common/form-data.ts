import type { z } from 'zod'

/**
 * Multipart bodies: one part per top-level field, objects and arrays as JSON, booleans `true`/`false`, numbers and null
 * as JSON too, text as it is (the wire's rules, "Bodies"). Which field is text, the contract's schema says.
 */
export function toFormFields(body: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}

const parseJsonOrText = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The body that form fields stand for. A field whose schema takes the text itself stays text; the rest is read as JSON. */
export function fromFormFields(fields: Record<string, string>, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = schema.shape[name] as z.ZodType | undefined
      return [name, field?.safeParse(value).success ? value : parseJsonOrText(value)]
    }),
  )
}
