import type { z } from 'zod'

/**
 * Multipart bodies: one part per top-level field. Text is sent as is; objects, arrays, booleans, numbers and null as JSON
 * (the wire's rules, "Bodies"). The contract's schema decides which fields are text.
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

/** Reverses `toFormFields`: a value that the field's schema accepts as text stays text, all others are parsed as JSON. */
export function fromFormFields(fields: Record<string, string>, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = schema.shape[name] as z.ZodType | undefined
      return [name, field?.safeParse(value).success ? value : parseJsonOrText(value)]
    }),
  )
}
