import { z } from 'zod'

/** The first accepted candidate is used. Text fields accept the first one, so only id fields get the id. */
const candidates = [
  'Sample text',
  'sample@people.example',
  '0118 496 0100',
  '2026-03-10',
  // A month.
  '2026-03-01',
  '2026-03-10T09:30:00.000Z',
  '09:00',
  '#1b2b4b',
  'x'.repeat(43),
  // An endpoint.
  'https://hooks.systems.example/gya',
  // A domain.
  'sample.example',
  // A dashboard metric.
  'takeOn',
  // A dashboard tab.
  'overall',
  // A party.
  'self',
  // An action item.
  'step:33',
  // A passkey.
  'public-key',
  '0',
  // A part of a file.
  '1',
  // A SHA-256.
  '0'.repeat(64),
  'true',
  1,
  0,
  100,
  true,
  false,
  null,
]

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

/** Whether a field accepts ids but not text. */
export const isIdField = (schema: z.ZodType, id: string): boolean => accepts(schema, id) && !accepts(schema, 'Sample text')

/** A minimal valid value; id fields get `id`. */
export function sampleValue(schema: z.ZodType, id: string): unknown {
  if (isIdField(schema, id)) return id
  const { def } = schema
  if (schema instanceof z.ZodObject) {
    const required = Object.entries(schema.shape as Record<string, z.ZodType>).filter(([, field]) => !accepts(field, undefined))
    return Object.fromEntries(required.map(([name, field]) => [name, sampleValue(field, id)]))
  }
  if (schema instanceof z.ZodUnion)
    return firstThatWorks(def as unknown as { options: z.ZodType[] }, (option) => sampleValue(option, id))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return sampleValue(schema.def.innerType as z.ZodType, id)
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodArray) return accepts(schema, []) ? [] : [sampleValue(schema.def.element as z.ZodType, id)]
  const found =
    candidates.find((candidate) => accepts(schema, candidate)) ?? (schema instanceof z.ZodEnum ? schema.options[0] : undefined)
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

/** The minimal body, and one more for each optional field that accepts an id. */
export function sampleBodies(schema: z.ZodType, id: string): unknown[] {
  const least = sampleValue(schema, id)
  if (!(schema instanceof z.ZodObject)) return [least]
  const optional = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
    ([name]) => !Object.hasOwn(least as object, name),
  )
  const withId = optional.flatMap(([name, field]) => {
    const value = firstOr(undefined, () => sampleValue(field, id))
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

/** The paths of all id fields: `items.0.agent.poc`. */
export function idFields(schema: z.ZodType, path = ''): string[] {
  const below = (name: string) => (path ? `${path}.${name}` : name)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => idFields(field, below(name)))
  if (schema instanceof z.ZodArray) return idFields(schema.def.element as z.ZodType, below('0'))
  if (isIdField(schema, someId) && !(schema instanceof z.ZodUnion)) return [path]
  return innerSchemas(schema).flatMap((inner) => idFields(inner, path))
}

/** A value with this id at this path; other required ids are taken from `others` by field name. */
export function sampleWithIdAt(schema: z.ZodType, path: string, id: string, others: Record<string, string>): unknown {
  if (path === '') return id
  const [name = '', ...rest] = path.split('.')
  const further = rest.join('.')
  if (schema instanceof z.ZodArray) return [sampleWithIdAt(schema.def.element as z.ZodType, further, id, others)]
  if (schema instanceof z.ZodObject) {
    const field = (schema.shape as Record<string, z.ZodType>)[name]
    const least = firstOr({}, () => sampleValue(schema, someId)) as Record<string, unknown>
    const known = Object.entries(others).filter(([other]) => Object.hasOwn(schema.shape, other))
    return { ...least, ...Object.fromEntries(known), [name]: field && sampleWithIdAt(field, further, id, others) }
  }
  const inner = innerSchemas(schema).find((one) => idFields(one).some((field) => field === path))
  return inner && sampleWithIdAt(inner, path, id, others)
}

/** Not one of the ids that the tests number from 1. */
const someId = '019cd714-f23b-7000-8000-ffffffffffaa'

function innerSchemas(schema: z.ZodType): z.ZodType[] {
  const { innerType, options } = schema.def as { innerType?: z.ZodType; options?: z.ZodType[] }
  return options ?? (innerType ? [innerType] : [])
}
