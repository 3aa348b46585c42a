import { hasPermission, type Permission } from '@gya/domain/access/permissions.ts'
import { type AssistantTool, type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { whyNotByApp } from '@gya/domain/features/applications/applications.rules.ts'
import { z } from 'zod'
import type { Caller } from '../../http/access/caller.ts'
import { encodedForm } from '../../http/openapi/openapi.ts'

/** A call as a tool: with `places`, the form for a branch, and that for the company. */
export type Tool = AssistantTool & { call: Endpoint; ofCompany: Endpoint | null; input: z.ZodObject }

const isAboutSale = ({ path }: Endpoint): boolean => path.includes(':propertyId')

/** Input: the schemas of params, query and body, "without `companyId` and, where the path has a property, without `branchId`". */
function inputOf(call: Endpoint, hasCompanyForm: boolean): z.ZodObject {
  const { companyId: _company, branchId, ...params } = call.params?.shape ?? {}
  const branch = !branchId || isAboutSale(call) ? {} : { branchId: hasCompanyForm ? branchId.optional() : branchId }
  // Pages have as many rows as an answer.
  const { itemsPerPage: _rows, ...query } = call.query?.shape ?? {}
  return z.strictObject({ ...branch, ...params, ...query, ...call.body?.shape })
}

/** "A tool is a contract": every call with the field `assistant`. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  [...Map.groupBy(endpoints, ({ call }) => call.assistant?.tool)].flatMap(([name, [first, second]]) => {
    const assistant = first?.call.assistant
    if (name === undefined || !first || !assistant) return []
    const ofCompany = second?.call ?? null
    return [[name, { ...assistant, call: first.call, ofCompany, input: inputOf(first.call, ofCompany !== null) }] as const]
  }),
)

/** A list of words that is longer is a screen's: its order. */
const mostSorts = 20

const enumOf = (schema: z.core.JSONSchema._JSONSchema) => (typeof schema === 'object' ? schema.enum : undefined)

const inputSchemas = new Map<string, Record<string, unknown>>()
/** JSON Schema without what a model does not need: the pattern of a format, lengths, and ways to sort; numbers of the query are numbers. */
function inputSchema(tool: Tool): Record<string, unknown> {
  const known = inputSchemas.get(tool.tool)
  if (known) return known
  const override = (context: Parameters<typeof encodedForm>[0]) => {
    encodedForm(context)
    const { jsonSchema } = context
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    delete jsonSchema.maxLength
    if (jsonSchema.pattern === String.raw`^\d{1,9}$`) {
      delete jsonSchema.pattern
      jsonSchema.type = 'integer'
    }
    if (jsonSchema.properties?.sort && (enumOf(jsonSchema.properties.sort)?.length ?? 0) > mostSorts)
      delete jsonSchema.properties.sort
  }
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, { io: 'input', override, unrepresentable: 'any' })
  inputSchemas.set(tool.tool, schema)
  return schema
}

/** "`tools/list` shows what scopes and role allow." */
export const listTools = ({ type, app }: Caller) =>
  [...tools.values()]
    .filter(({ call }) => app && whyNotByApp(call, app) === null && hasPermission(type, call.permission as Permission))
    .map((tool) => ({
      name: tool.tool,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool) as { type: 'object' },
      annotations: isWrite(tool.call) ? { destructiveHint: false } : { readOnlyHint: true },
    }))
