import { Id } from '@gya/domain/common/wire.ts'
import { type Endpoint, scopeKeys } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Scope } from './reach.ts'

const parseId = (value: unknown, path: string): string => {
  const id = Id.safeParse(value)
  if (!id.success) throw new DomainError('VALIDATION_FAILED', { issues: [{ path, message: 'This is not an id.' }] })
  return id.data
}

/** The ids that place a call, wherever in its address they stand: as parts of the path or in the query. Throws VALIDATION_FAILED. */
export const requestScope = ({ params, query }: FastifyRequest): Scope => {
  const named = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }
  return Object.fromEntries(scopeKeys.filter((key) => named[key] !== undefined).map((key) => [key, parseId(named[key], key)]))
}

/** The same with the ids that the call's contract expects in its body. */
export const requestScopeWithBody = ({ scopeInBody = {} }: Endpoint, request: FastifyRequest): Scope => {
  const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as Record<string, unknown>
  const named = Object.entries(scopeInBody).map(([key, field]) => [key, parseId(body[field], field)])
  return { ...requestScope(request), ...Object.fromEntries(named) }
}
