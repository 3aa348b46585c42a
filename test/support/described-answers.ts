import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { completeDocument, type Document, shapeOf } from '../../server/http/openapi/complete-document.ts'

/** "Checks every answer of every API test against the published document." [open §1](docs/design/open.md#1). */

type Reference = { $ref?: string }
type Response = Reference & { content?: Record<string, { schema: object }> }
type Description = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>> }
type Described = { ajv: Ajv2020; statuses: Map<string, Map<string, string>> }

const documentId = 'https://gya.example/description'

/** The document is generated once a process. */
let described: Described | undefined

const pointer = (parts: readonly string[]): string =>
  `${documentId}#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

function readDescription(app: FastifyInstance): Described {
  const document = completeDocument(app.swagger() as unknown as Document) as unknown as Description
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    multipleOfPrecision: 4,
    schemas: [{ ...document, $id: documentId }],
  })
  const statuses = new Map<string, Map<string, string>>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      const schemas = Object.entries(responses).map(([status, { $ref, content }]) => {
        const place = $ref ? $ref.slice(2).split('/') : ['paths', path, method, 'responses', status]
        return [
          status,
          $ref || content?.['application/json'] ? pointer([...place, 'content', 'application/json', 'schema']) : '',
        ] as const
      })
      statuses.set(`${method} ${shapeOf(path)}`, new Map(schemas))
    }
  return { ajv, statuses }
}

/** The call of the description at a URL; a fixed word wins over a parameter. */
function operationAt({ statuses }: Described, method: string, url: string): [name: string, Map<string, string>] | undefined {
  const parts = url
    .replace(/^\/api/, '')
    .replace(/\?.*/, '')
    .split('/')
  const fits = (name: string): boolean => {
    const [ofMethod = '', path = ''] = name.split(' ')
    const own = path.split('/')
    return (
      ofMethod === method && own.length === parts.length && own.every((part, index) => part === '{}' || part === parts[index])
    )
  }
  const parameters = (name: string): number => name.split('{}').length
  return [...statuses].filter(([name]) => fits(name)).toSorted(([one], [other]) => parameters(one) - parameters(other))[0]
}

/** Checks an answer of the app. @throws if the description does not have its status, or its body is not as described */
export function holdToDescription(
  app: FastifyInstance,
  { method, url }: { method: string; url: string },
  answer: LightMyRequestResponse,
): void {
  if (!url.startsWith('/api/') || method === 'HEAD') return
  described ??= readDescription(app)
  const { ajv } = described
  const [name, operation] = operationAt(described, method.toLowerCase(), url) ?? []
  if (!operation) return
  const schema = operation.get(String(answer.statusCode))
  if (schema === undefined)
    throw new Error(`The API description does not have the status ${answer.statusCode} of ${name}: ${answer.body}`)
  if (answer.headers['content-encoding']) return
  if (schema === '' || !String(answer.headers['content-type']).startsWith('application/json')) return
  const validate: ValidateFunction | undefined = ajv.getSchema(schema)
  if (!validate?.(answer.json()))
    throw new Error(`The API description has another answer ${answer.statusCode} of ${name}: ${ajv.errorsText(validate?.errors)}`)
}
