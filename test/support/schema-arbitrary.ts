import fc from 'fast-check'
import { z } from 'zod'

/**
 * Strings that often break programs: markup, SQL, formulas, paths, headers, bidirectional text, lone surrogates, prototypes.
 */
export const maliciousStrings = [
  '',
  ' ',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table property; --",
  "' or '1'='1",
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  '@SUM(A1)',
  '../../../etc/passwd',
  'a\r\nBcc: evil@evil.example',
  '\u0000',
  '\u202Egnp.exe',
  '\u200B',
  '\uD800',
  '\uFFFE',
  '🏠'.repeat(50),
  'e\u0301'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(70_000),
  '%00',
  '%s%n',
  '${7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '1e309',
  '-0',
  'true',
  '[]',
  '{"a":1}',
  '9999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '10000-01-01',
  '24:00',
]

/** Ordinary strings; each schema accepts some of them. */
const plainValues = [
  'Sample text',
  'Another text\nof two lines',
  'sample@people.example',
  '0118 496 0100',
  'RG30 6ZZ',
  '2026-03-10',
  '2026-03-09',
  '2025-11-01',
  '2027-01-01',
  '2026-03-10T09:30:00.000Z',
  '09:00',
  '23:55',
  '#1b2b4b',
  'Test-Password-2027',
  'x'.repeat(43),
  'takeOn',
  '0',
  '1',
  '10',
  'true',
  'false',
]

/** All date and time formats at both ends of the valid range and beyond. */
const edgeDays =
  '0000-01-01 0001-01-01 0099-12-31 1582-10-10 1899-12-31 1900-01-01 1900-02-29 2000-02-29 2199-12-31 2200-01-01 9999-12-31 10000-01-01 -000001-01-01 +275760-09-13'
const dates = edgeDays
  .split(' ')
  .flatMap((day) => [
    day,
    day.slice(0, 7),
    day.slice(0, 4),
    `${day}T00:00:00Z`,
    `${day}T00:00:00.000Z`,
    `${day}T23:59:59.999Z`,
    `${day}T23:59:59.999999999Z`,
    `${day}T23:59Z`,
    `${day}T24:00:00Z`,
    `${day}T23:59:60Z`,
    `${day}T00:00:00.${'9'.repeat(200)}Z`,
    `${day}T00:00:00+14:00`,
    `${day}T00:00:00-15:59`,
    `${day} 00:00:00`,
  ])

const numbers = [0, 1, 2, 3, 4, 5, 10, 31, 100, 250_000, 0.5, 1.25, -1, 1e9, 1e10, 1e308, 2 ** 53, Number.MIN_VALUE]

const wrongValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'x',
    [],
    {},
    [[]],
    [null],
    { $ne: null },
    { __proto__: { type: 'GYA_ADMIN' } },
  ),
  fc.constantFrom(...maliciousStrings),
  fc.constant(Array.from({ length: 3000 }, () => 'x')),
  fc.constant(JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown),
)

/** Undeclared fields, for mass assignment attacks. */
const undeclaredFields = [
  'type',
  'company',
  'companyId',
  'company_id',
  'availableLicenses',
  'version',
  'deleted_on',
  'permissions',
  'owner',
]

/**
 * Values of a schema's shape: mostly valid, sometimes a wrong value, length or field. Ids are drawn from `ids`, so that
 * requests refer to existing rows.
 */
export function schemaArbitrary(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: validArbitrary(schema, ids) }, { weight: 1, arbitrary: wrongValues })
}

function validArbitrary(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  const of = (inner: unknown) => schemaArbitrary(inner as z.ZodType, ids)
  const { def } = schema as { def: { innerType?: unknown; in?: unknown } }
  if (schema instanceof z.ZodObject) return objectOf(schema.shape, ids)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return fc.option(of(def.innerType), { nil: undefined })
  if (schema instanceof z.ZodNullable) return fc.option(of(def.innerType), { nil: null })
  if (schema instanceof z.ZodArray) return fc.array(of(schema.def.element), { maxLength: 6 })
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(of))
  if (schema instanceof z.ZodRecord) return fc.dictionary(fc.constantFrom('1', '30', 'x', '__proto__'), of(schema.def.valueType))
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.def.options.map(of))
  if (schema instanceof z.ZodLazy) return of(schema.def.getter())
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)
    return fc.constantFrom(...((schema instanceof z.ZodEnum ? schema.options : [...schema.values]) as unknown[]))
  if (schema instanceof z.ZodPipe || schema instanceof z.ZodCodec) return acceptedValues(schema, ids, of(def.in))
  return acceptedValues(
    schema,
    ids,
    fc.oneof(fc.constantFrom<unknown>(...numbers), fc.boolean(), fc.constantFrom(...maliciousStrings, ...dates)),
  )
}

/** Mostly an accepted sample, sometimes `otherwise`. */
function acceptedValues(schema: z.ZodType, ids: readonly string[], otherwise: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const isText = schema.safeParse('Sample text').success
  const samples = [...ids, ...plainValues, ...(isText ? [] : dates), ...numbers, true, false]
  const taken = samples.filter((sample) => schema.safeParse(sample).success)
  if (taken.length === 0) return otherwise
  return fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...taken) }, { weight: 1, arbitrary: otherwise })
}

function objectOf(shape: Record<string, z.ZodType>, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, schemaArbitrary(field, ids)]))
  const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success)
  const whole = fc.record(fields, { requiredKeys: required })
  const more = fc.dictionary(fc.constantFrom(...undeclaredFields), fc.constantFrom<unknown>('GYA_ADMIN', 99, ids[0]), {
    maxKeys: 1,
    minKeys: 1,
  })
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, more).map(([own, added]) => ({ ...own, ...added })) },
  )
}
