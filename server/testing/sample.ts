import { z } from 'zod'

/** Tried in this order: the first that a field takes stands for it. Whatever takes text gets text, so only an id gets the id. */
const candidates = [
  'Sample text',
  'sample@people.example',
  '0118 496 0100',
  '2026-03-10',
  '2026-03-10T09:30:00.000Z',
  '09:00',
  '#1b2b4b',
  'x'.repeat(43),
  // A metric of the dashboard.
  'takeOn',
  // A tab of the dashboard.
  'overall',
  '0',
  'true',
  1,
  0,
  100,
  true,
  false,
  null,
]

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

/** Whether a field takes an id and nothing that reads otherwise. */
export const isIdField = (schema: z.ZodType, id: string): boolean => takes(schema, id) && !takes(schema, 'Sample text')

/** Something that a schema takes on the wire, with as little in it as may be; what must be an id is `id`. */
export function sampleOf(schema: z.ZodType, id: string): unknown {
  if (isIdField(schema, id)) return id
  const { def } = schema
  if (schema instanceof z.ZodObject) {
    const required = Object.entries(schema.shape as Record<string, z.ZodType>).filter(([, field]) => !takes(field, undefined))
    return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field, id)]))
  }
  if (schema instanceof z.ZodUnion)
    return firstThatWorks(def as unknown as { options: z.ZodType[] }, (option) => sampleOf(option, id))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return sampleOf(schema.def.innerType as z.ZodType, id)
  if (schema instanceof z.ZodArray) return takes(schema, []) ? [] : [sampleOf(schema.def.element as z.ZodType, id)]
  const found =
    candidates.find((candidate) => takes(schema, candidate)) ?? (schema instanceof z.ZodEnum ? schema.options[0] : undefined)
  if (found === undefined) throw new Error(`None of the samples fits a schema of the type ${def.type}: add one that does.`)
  return found
}

function firstThatWorks({ options }: { options: z.ZodType[] }, work: (option: z.ZodType) => unknown): unknown {
  for (const option of options)
    try {
      return work(option)
    } catch {
      continue
    }
  throw new Error('None of the samples fits any choice of a union: add one that does.')
}

/** Bodies that a call takes: the least one, and for each further field that takes an id, the least one with that id. */
export function sampleBodies(schema: z.ZodType, id: string): unknown[] {
  const least = sampleOf(schema, id)
  if (!(schema instanceof z.ZodObject)) return [least]
  const optional = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
    ([name]) => !Object.hasOwn(least as object, name),
  )
  const withId = optional.flatMap(([name, field]) => {
    const value = firstOr(undefined, () => sampleOf(field, id))
    return JSON.stringify(value)?.includes(id) ? [{ ...(least as object), [name]: value }] : []
  })
  return [least, ...withId]
}

const firstOr = <T>(otherwise: T, work: () => T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}
