import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { Decoded, Endpoint } from '@gya/domain/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { type AddJob, jobAdder } from '../platform/jobs.ts'
import type { Caller } from './caller.ts'
import { answerEncoder } from './encode-answer.ts'
import { readFormBody } from './form-body.ts'
import { guard } from './guard.ts'
import { placeWithBodyOf } from './place.ts'
import { holdToReach } from './reach.ts'

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

/** What is known of a call before its transaction opens. */
export type Called<E extends Endpoint> = Omit<Context<E>, 'db' | 'addJob'>

const retryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/**
 * Makes a route of a contract. In order: session, account ready, permission, reach of the ids in the path (before a body
 * is read); the body's own ids, validation; then the handler in one transaction, in which the answer is also checked
 * against the contract, so that nothing is saved that cannot be answered.
 */
export const mount = <E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>): void =>
  mountPrepared(app, call, async () => undefined, handler)

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
  const encode = answerEncoder(call.response)

  const calledBy = (request: FastifyRequest, reply: FastifyReply): Called<E> => {
    const { params, query, body, caller } = request
    const now = clock.now()
    return {
      params,
      query,
      body,
      caller,
      now,
      today: londonDay(now),
      newId: () => clock.newId(),
      request,
      reply,
    } as unknown as Called<E>
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
      await readFormBody(request, call)
      // Ids in a body place the call as much as those in its path.
      if (call.scopeInBody && request.caller) await holdToReach(database.pool, request.caller, placeWithBodyOf(call, request))
    },
    handler: async (request, reply) => {
      const called = calledBy(request, reply)
      const prepared = await prepare(called)
      const answer = async (db: Db) => encode(await handler({ ...called, db, addJob: jobAdder(db), prepared }))
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
