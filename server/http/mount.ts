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

/** What is known of a call before its transaction opens: everything checked and decoded. */
export type Called<E extends Endpoint> = {
  params: Decoded<E, 'params'>
  query: Decoded<E, 'query'>
  body: Decoded<E, 'body'>
  caller: E['permission'] extends 'public' ? null : Caller
  now: Instant
  today: DateOnly
  newId: () => string
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler gets: the call, inside one transaction when it changes something. */
export type Context<E extends Endpoint> = Called<E> & {
  db: Db
  /** Adds a job that runs once this transaction has committed, and not at all when it does not. */
  addJob: AddJob
}

const retryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/**
 * Makes a route of a contract. In order: session, account ready, permission, reach of the ids in the path (before a body
 * is read); the body's own ids, validation; then the handler in one transaction, in which the answer is also checked
 * against the contract, so that nothing is saved that cannot be answered.
 */
export const mount = <E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  handler: (context: Context<E>) => Promise<Decoded<E, 'response'>>,
): void => mountPrepared(app, call, async () => undefined, handler)

/**
 * The same for a call that has work to do before its transaction opens: what is slow (a password's hash) or takes a
 * connection of its own (counting tries). Inside, it would hold a connection of the pool while it waits, for another one
 * even, and enough such calls at once would leave none to anybody.
 */
export function mountPrepared<E extends Endpoint, Prepared>(
  app: FastifyInstance,
  call: E,
  prepare: (called: Called<E>) => Promise<Prepared>,
  handler: (context: Context<E> & { prepared: Prepared }) => Promise<Decoded<E, 'response'>>,
): void {
  const { database, clock } = app.gya
  const changes = call.method !== 'GET'

  const calledBy = (request: FastifyRequest, reply: FastifyReply): Called<E> => {
    const { params, query, body, caller } = request
    const now = clock.now()
    return { params, query, body, caller, now, today: londonDay(now), newId: () => clock.newId(), request, reply } as Called<E>
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
      const called = calledBy(request, reply)
      const prepared = await prepare(called)
      const answer = async (db: Db) => z.encode(call.response, await handler({ ...called, db, addJob: jobAdder(db), prepared }))
      if (!changes) return answer(database.db)
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await database.db.transaction().execute(answer)
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
