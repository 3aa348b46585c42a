import { may } from '@gya/domain/access/permissions.ts'
import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { Decoded, Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { type AddJob, jobAdder } from '../platform/jobs.ts'
import { type Caller, callerOf, tokenOf } from './caller.ts'
import { readFormBody } from './form-body.ts'
import { placeOf, placeWithBodyOf } from './place.ts'
import { holdToReach } from './reach.ts'
import { holdToOrigin } from './same-site.ts'

/** What a handler gets: everything checked, decoded and inside one transaction when the call changes something. */
export type Context<E extends Endpoint> = {
  params: Decoded<E, 'params'>
  query: Decoded<E, 'query'>
  body: Decoded<E, 'body'>
  caller: E['permission'] extends 'public' ? null : Caller
  db: Db
  now: Instant
  today: DateOnly
  newId: () => string
  /** Adds a job that runs once this transaction has committed, and not at all when it does not. */
  addJob: AddJob
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Decoded<E, 'response'>>

const retryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/**
 * Makes a route of a contract. In order: session, account ready, permission, reach of the ids in the path (before a body
 * is read); the body's own ids, validation; then the handler in one transaction, in which the answer is also checked
 * against the contract, so that nothing is saved that cannot be answered.
 */
export function mount<E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>): void {
  const { database, clock } = app.gya
  const changes = call.method !== 'GET'

  const run = async (request: FastifyRequest, reply: FastifyReply, db: Db): Promise<unknown> => {
    const now = clock.now()
    const context = {
      params: request.params,
      query: request.query,
      body: request.body,
      caller: request.caller,
      db,
      now,
      today: londonDay(now),
      newId: () => clock.newId(),
      addJob: jobAdder(db),
      request,
      reply,
    } as Context<E>
    return z.encode(call.response, await handler(context))
  }

  app.route({
    method: call.method,
    url: `/api${call.path}`,
    schema: {
      summary: call.summary,
      ...(call.params ? { params: call.params } : {}),
      querystring: call.query ?? z.strictObject({}),
      ...(call.body ? { body: call.body } : {}),
      response: { 200: call.response },
    },
    config: { call },
    onRequest: (request) => guard(app, call, request),
    preValidation: async (request) => {
      if (call.form) await readFormBody(request, call)
      // Ids in a body place the call as much as those in its path.
      if (call.scopeInBody && request.caller) await holdToReach(database.pool, request.caller, placeWithBodyOf(call, request))
    },
    handler: async (request, reply) => {
      if (!changes) return run(request, reply, database.db)
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await database.db.transaction().execute((db) => run(request, reply, db))
        } catch (error) {
          if (attempt >= 3 || !retryable(error)) throw error
        }
      }
    },
  })
}

/** Session, account ready, permission, reach of the path: everything that is decided before a body is read. */
async function guard(app: FastifyInstance, call: Endpoint, request: FastifyRequest): Promise<void> {
  const { database, clock, secure } = app.gya
  const sent = tokenOf(request, secure)
  holdToOrigin(app, call, request, call.permission !== 'public' && sent?.byCookie === true)
  if (call.permission === 'public') return
  if (!sent) throw new DomainError('NO_SESSION')
  const caller = await callerOf(database.pool, sent.token, clock.now())
  if (!call.beforeReady && !caller.activated) throw new DomainError('ACCOUNT_NOT_ACTIVATED')
  if (!call.beforeReady && caller.passwordReset) throw new DomainError('PASSWORD_RESET_REQUIRED')
  if (!may(caller.type, call.permission)) throw new DomainError('FORBIDDEN')
  request.caller = caller
  await holdToReach(database.pool, caller, placeOf(request))
}
