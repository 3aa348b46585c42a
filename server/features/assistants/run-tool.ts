import { Id } from '@gya/domain/common/wire.ts'
import { DomainError, type ErrorBody, errors } from '@gya/domain/error-catalogue.ts'
import { answerText, maxAnswerRows, rowsOf } from '@gya/domain/features/assistants/assistants.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actAs } from '../../http/access/acting-assistant.ts'
import type { Caller } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { errorForLog } from '../../http/errors/error-handler.ts'
import type { Tool } from './list-tools.ts'

export type ToolContext = { app: FastifyInstance; request: FastifyRequest; caller: Caller }
export type ToolAnswer = { content: { type: 'text'; text: string }[]; isError?: true }

type Arguments = Record<string, unknown>

const branchSql = 'select branch_id from property where company_id = $1 and id = $2 and deleted_on is null'

/** The branch of a property; whether it is within reach is for the call to say. */
async function branchOf({ app, caller }: ToolContext, propertyId: unknown): Promise<string> {
  const id = Id.safeParse(propertyId)
  if (!id.success) throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'propertyId', message: 'This is not an id.' }] })
  const { rows } = await app.gya.database.pool.query<{ branch_id: string }>({
    name: 'branch-of-property',
    text: branchSql,
    values: [caller.companyId, id.data],
  })
  if (!rows[0]) throw new DomainError('NOT_FOUND')
  return rows[0].branch_id
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** The request of a tool: arguments into path, query and body. Those that nothing takes are refused by the schema of body or query. */
async function requestOf(context: ToolContext, { call: ofBranch, ofCompany }: Tool, given: Arguments) {
  const call = ofCompany && given.branchId === undefined ? ofCompany : ofBranch
  const isBranchFound = call.path.includes(':propertyId') && call.path.includes(':branchId')
  const { companyId } = context.caller
  const args = { ...given, ...(isBranchFound ? { branchId: await branchOf(context, given.propertyId) } : {}) }
  const place: Arguments = { ...args, companyId }
  const inPath = new Set(['companyId'])
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(textOf(place[name]))
  })
  const rest = Object.entries(args).filter(([name]) => !inPath.has(name))
  const isQuery = (name: string) => !call.body || name in (call.query?.shape ?? {})
  const query = rest.filter(([name]) => isQuery(name)).map(([name, value]) => [name, textOf(value)])
  if (call.query?.shape.itemsPerPage) query.push(['itemsPerPage', String(maxAnswerRows)])
  const asked = new URLSearchParams(query).toString()
  return {
    method: call.method,
    url: `/api${path}${asked && `?${asked}`}`,
    remoteAddress: context.request.ip,
    ...(call.body ? { payload: Object.fromEntries(rest.filter(([name]) => !isQuery(name))) } : {}),
  }
}

const refusal = ({ code, message, issues }: Pick<ErrorBody, 'code' | 'message' | 'issues'>): string =>
  [`${code}: ${message}`, ...(issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)].join(' ')

/**
 * "A call runs the contract's own route", as the assistant's person: permission, reach, policy, validation and transaction are the same
 * code. [open §3.1](docs/design/open.md#3.1), point 3.
 */
async function answerOf(
  context: ToolContext,
  tool: Tool,
  given: Arguments,
): Promise<{ answer: Record<string, unknown> } | { refused: ErrorBody }> {
  const { app, caller } = context
  try {
    const request = await requestOf(context, tool, given)
    // Async, because `inject` starts when it is awaited.
    const { statusCode, body } = await actAs(caller, async () => app.inject(request))
    if (statusCode !== 200) return { refused: JSON.parse(body) as ErrorBody }
    return { answer: tool.answer.parse(JSON.parse(body)) as Record<string, unknown> }
  } catch (error) {
    const requestId = context.request.id
    if (error instanceof DomainError) {
      const { code, message, issues } = error
      return { refused: { code, message, ...(issues ? { issues } : {}), requestId } }
    }
    // The protocol would tell the client its words.
    context.request.log.error({ err: errorForLog(error as Error) }, 'tool failed')
    return { refused: { code: 'INTERNAL', message: errors.INTERNAL[1], requestId } }
  }
}

/** Runs a tool and records it: "each call is one audit line". */
export async function runTool(context: ToolContext, tool: Tool, given: Arguments): Promise<ToolAnswer> {
  const { app, request, caller } = context
  const { database, clock } = app.gya
  const done = await answerOf(context, tool, given)
  const propertyId = Id.safeParse(given.propertyId).data
  const outcome = 'answer' in done ? { rows: rowsOf(done.answer) } : { rows: 0, code: done.refused.code }
  await recordSecurityEvent(
    { db: database.db, now: clock.now(), newId: () => clock.newId(), request, caller },
    { kind: 'assistant-call', data: { tool: tool.tool, ...(propertyId ? { propertyId } : {}), ...outcome } },
  )
  return 'answer' in done
    ? { content: [{ type: 'text', text: answerText(done.answer) }] }
    : { content: [{ type: 'text', text: refusal(done.refused) }], isError: true }
}
