import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../endpoints.ts'

/** Every request field that accepts a date or an instant, with call and path. */
const fields = endpoints.flatMap(({ call }) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    leavesOf(call[part], part).flatMap(([path, schema]): [string, 'day' | 'instant', z.ZodType][] => {
      const accepts = (text: string) => schema.safeParse(text).success
      if (['Sample text', '0118 496 0100', 'RG30 6ZZ', 'QmFzZTY0dXJs'].some(accepts)) return []
      const name = `${call.method} ${call.path} ${path}`
      return [
        ...(accepts('2026-03-10') ? [[name, 'day', schema] as [string, 'day', z.ZodType]] : []),
        ...(accepts('2026-03-10T09:30:00.000Z') ? [[name, 'instant', schema] as [string, 'instant', z.ZodType]] : []),
      ]
    }),
  ),
)

function leavesOf(schema: unknown, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => leavesOf(field, `${path}.${name}`))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return leavesOf(schema.def.innerType, path)
  if (schema instanceof z.ZodArray) return leavesOf(schema.def.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(option, path))
  if (schema instanceof z.ZodRecord) return leavesOf(schema.def.valueType, `${path}{}`)
  if (schema instanceof z.ZodLazy) return leavesOf(schema.def.getter(), path)
  return schema instanceof z.ZodType ? [[path, schema]] : []
}

const samples = {
  day: (day: string) => [day],
  instant: (day: string) => [`${day}T00:00:00Z`, `${day}T23:59:59.999Z`],
}

describe('Dates and instants in requests accept 2000 to 2099 and refuse what is outside 1900 to 2199', () => {
  test('such fields exist', () => {
    expect(fields.filter(([, kind]) => kind === 'day').length).toBeGreaterThan(20)
    expect(fields.filter(([, kind]) => kind === 'instant').length).toBeGreaterThan(1)
  })

  test.each(fields)('%s (%s)', (_name, kind, schema) => {
    const accepted = (days: string[]) => days.flatMap(samples[kind]).filter((text) => schema.safeParse(text).success)
    expect(accepted(['2000-01-01', '2099-12-31'])).toEqual(['2000-01-01', '2099-12-31'].flatMap(samples[kind]))
    expect(
      accepted(['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '10000-01-01', '+275760-09-13']),
    ).toEqual([])
  })

  test.each(fields.filter(([, kind]) => kind === 'instant'))('%s refuses more digits than are stored', (_name, _kind, schema) => {
    expect(schema.safeParse(`2026-03-10T09:30:00.${'9'.repeat(200)}Z`).success).toBe(false)
  })
})
