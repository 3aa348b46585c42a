import { resourcePaths } from '@gya/domain/features/applications/applications.rules.ts'
import { assistantInstructions, maxMcpBytes } from '@gya/domain/features/assistants/assistants.rules.ts'
import type * as mcp from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { lacksScope } from '../../http/access/bearer-challenge.ts'
import { assistantOf, requireAssistant } from '../../http/access/require-access.ts'
import { listTools, tools } from './list-tools.ts'
import { runTool, type ToolContext } from './run-tool.ts'

type Protocol = typeof mcp
/** What is read of a message before the protocol is. */
type Message = { method?: unknown; id?: string | number; params?: { name?: unknown } } | null

const hidden = { schema: { hide: true } } as const

/**
 * The tool server of assistants (Model Context Protocol, Streamable HTTP), revisions 2026-07-28 and 2025-11-25. No contract, because its
 * requests and refusals are those of the protocol. [open §3.1](docs/design/open.md#3.1).
 */
export async function mcpRoutes(app: FastifyInstance): Promise<void> {
  let serve: ReturnType<typeof serverOf> | null = null

  await app.register(async (server) => {
    server.removeAllContentTypeParsers()
    const asText = { parseAs: 'string', bodyLimit: maxMcpBytes } as const
    server.addContentTypeParser('application/json', asText, (_request, body, done) => done(null, body))

    server.route({
      method: ['GET', 'DELETE'],
      url: resourcePaths.mcp,
      ...hidden,
      exposeHeadRoute: false,
      handler: async (_request, reply) => reply.status(405).header('allow', 'POST').send(),
    })

    server.post(
      resourcePaths.mcp,
      { ...hidden, onRequest: (request, reply) => requireAssistant(app, request, reply) },
      async (request, reply) => {
        const caller = await assistantOf(app, request)
        const body = request.body as string
        const message = messageOf(body)
        if (Array.isArray(message)) return reply.status(400).send(failure(null, -32_600, 'Send one message.'))
        const { method, id = null, params } = message ?? {}
        // Nothing that this server has changes while somebody listens.
        if (method === 'subscriptions/listen') return reply.status(404).send(failure(id, -32_601, 'Method not found'))
        const scope = method === 'tools/call' ? tools.get(String(params?.name))?.scope : undefined
        if (scope !== undefined && caller.app?.scopes.includes(scope) !== true) throw lacksScope(request, reply, scope)
        serve ??= serverOf(await import('@modelcontextprotocol/server'))
        const headers = new Headers(
          Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
        )
        const url = `${app.gya.config.publicUrl}${resourcePaths.mcp}`
        const answer = await serve({ app, request, caller }, new Request(url, { method: 'POST', headers, body }))
        const type = answer.headers.get('content-type')
        if (type !== null) void reply.type(type)
        return reply.status(answer.status).send(await answer.text())
      },
    )
  })
}

const failure = (id: string | number | null, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })

/** Null if it is not JSON, which the protocol refuses in its own words. */
function messageOf(body: string): Message | unknown[] {
  try {
    return JSON.parse(body) as Message | unknown[]
  } catch {
    return null
  }
}

/** "JSON answers, no sessions": a server for each request, whichever revision its client speaks. */
function serverOf(protocol: Protocol) {
  const contexts = new WeakMap<Request, ToolContext>()
  const modern = protocol.createMcpHandler(({ requestInfo }) => newServer(protocol, requestInfo && contexts.get(requestInfo)), {
    legacy: 'reject',
  })
  return async (context: ToolContext, request: Request): Promise<Response> => {
    contexts.set(request, context)
    if (!(await protocol.isLegacyRequest(request))) return modern.fetch(request)
    const server = newServer(protocol, context)
    const transport = new protocol.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    const answer = await transport.handleRequest(request)
    const text = await answer.text()
    await server.close()
    return new Response(text === '' ? null : text, answer)
  }
}

function newServer({ Server, ProtocolError, ProtocolErrorCode }: Protocol, context: ToolContext | undefined) {
  if (!context) throw new Error('The request is not known.')
  const server = new Server(
    { name: 'GYA', version: '1.0.0' },
    { capabilities: { tools: {} }, instructions: assistantInstructions },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listTools(context.caller) }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.get(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 60)}`)
    return runTool(context, tool, params.arguments ?? {})
  })
  return server
}
