import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { Contact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { OpenProperty } from '@gya/domain/features/public-api/open-property.model.ts'
import { z } from 'zod'

/** The part of JSON Schema that the contracts use. */
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

const many = (schemas: readonly Schema[], sign: string, indent: string): string =>
  [...new Set(schemas.map((schema) => typeOf(schema, indent)))].join(sign)

/** Returns a schema as a TypeScript type. */
function typeOf(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return `(${many(options, ' | ', indent)})`
  if (schema.allOf) return `(${many(schema.allOf, ' & ', indent)})`
  if (Array.isArray(schema.type))
    return `(${many(
      schema.type.map((type) => ({ type })),
      ' | ',
      indent,
    )})`
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayType(schema.items ?? {}, indent)
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

function arrayType(items: Schema, indent: string): string {
  const type = typeOf(items, indent)
  return / [|&] /.test(type) && !type.startsWith('{') && !type.startsWith('(') ? `(${type})[]` : `${type}[]`
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${key}${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)}${required.includes(name) ? '' : ' | undefined'}`
  })
  if (fields.length === 0 && typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties, indent)}>`
  const line = `{ ${fields.join('; ')} }`
  return line.length < 90 && !line.includes('\n') ? line : `{\n${fields.map((field) => `${inner}${field}\n`).join('')}${indent}}`
}

/** The client writes every type out where it is used. */
const withoutNames = z.registry<{ id?: string }>()

/** The wire type: the input side of each codec. */
const wireType = (schema: z.ZodType, indent: string): string =>
  typeOf(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', metadata: withoutNames }) as Schema,
    indent,
  )

/** The response of a write to a key. */
const WrittenProperty = OpenProperty.omit({ position: true, refs: true })

/** Responses shared by several calls, by name. */
const shared = new Map<z.ZodType, string>([
  [PropertyDetail, 'WrittenProperty'],
  [OpenProperty, 'OpenProperty'],
  [Contact, 'Contact'],
])

const sharedTypes = (): string[] =>
  [...shared].map(([schema, name]) => {
    const shown = schema === PropertyDetail ? WrittenProperty : schema
    return `export type ${name} = ${wireType(shown, '')}\n`
  })

const responseType = ({ response, responseTypes }: Endpoint): string =>
  responseTypes ? 'Blob' : (shared.get(response) ?? wireType(response, '    '))

function inputType(call: Endpoint): string {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = call[part]
    if (!schema) return []
    const type = wireType(schema, '      ')
    return [`${part}${part === 'query' || schema.safeParse({}).success ? '?' : ''}: ${type}`]
  })
  const file = call.file ? [`file${call.file.required ? '' : '?'}: Blob`, 'fileName?: string'] : []
  return `{\n${[...parts, ...file].map((part) => `      ${part}\n`).join('')}    }`
}

const runtime = () =>
  readFileSync(join(import.meta.dirname, 'client-runtime.ts'), 'utf8')
    .replace(/^import .*\n/gm, '')
    .trim()

/** The calls that API keys may make, by name. */
export const keyCalls = () => endpoints.filter(({ call }) => call.scope !== undefined)

let made: string | undefined

/** Generates the typed client from the contracts: one file without dependencies. [connect §3](docs/design/connect.md#3). */
export function clientSource(): string {
  if (made !== undefined) return made
  const named = keyCalls().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const types = named.map(({ name, call }) => {
    const words = `/** ${call.summary} Scope: ${call.scope}. */`
    return `  ${words}\n  ${name}: {\n    input: ${inputType(call)}\n    response: ${responseType(call)}\n  }`
  })
  const paths = named.map(({ name, call }) => `  ${name}: { method: '${call.method}', path: '${call.path}' },`)
  made = [
    '/**',
    ' * The GYA API for programs. Written from the contracts by `npm run client`; do not edit it.',
    ' * Fields and codes are added, never changed or removed: ignore what you do not know.',
    ' */',
    '',
    ...sharedTypes(),
    `export type Calls = {\n${types.join('\n')}\n}`,
    '',
    `const calls: Record<string, { method: string; path: string }> = {\n${paths.join('\n')}\n}`,
    '',
    runtime(),
    '',
  ].join('\n')
  return made
}
