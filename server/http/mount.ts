import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { FileRule } from '@gya/domain/common/files.ts'
import { type Decoded, type Endpoint, isChange } from '@gya/domain/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Database, Db } from '../db/connect.ts'
import type { FileKind } from '../platform/file-keys.ts'
import { type AddJob, jobAdder } from '../platform/jobs.ts'
import { discardFile as discard, type KeptFile, keepWith, saveWithFile } from '../platform/kept-files.ts'
import { calledBy, callRoute } from './call-route.ts'
import type { Caller } from './caller.ts'
import { answerEncoder } from './encode-answer.ts'
import { discardUpload } from './form-body.ts'
import { toKeep } from './upload.ts'

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
  /**
   * The file that came with the call, already in the store: refer to it by its id. It stays when this transaction commits
   * and is removed when it does not.
   */
  file: E['file'] extends { required: true } ? KeptFile : E['file'] extends FileRule ? KeptFile | null : null
  /** Call it where something stops referring to a file, by its id; the file is removed once this transaction has committed. */
  discardFile: (id: string | null, kind: FileKind) => Promise<void>
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Decoded<E, 'response'>>

/** What is known of a call before its transaction opens. */
export type Called<E extends Endpoint> = Omit<Context<E>, 'db' | 'addJob' | 'file' | 'discardFile'>

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
  const { database } = app.gya
  const changes = isChange(call)
  const encode = answerEncoder(call.response)

  app.route({
    ...callRoute(app, call),
    handler: async (request, reply) => {
      const called = calledBy<E>(app, request, reply)
      const prepared = await prepare(called)
      const answerWith = (file: KeptFile | null) => async (db: Db) => {
        const addJob = jobAdder(db)
        const discardFile = (id: string | null, kind: FileKind) => discard({ db, now: called.now, addJob }, id, kind)
        const context = { ...called, db, addJob, prepared, file, discardFile } as Context<E> & { prepared: Prepared }
        const answer = encode(await handler(context))
        if (file) await keepWith(db, file.id)
        return answer
      }
      if (!changes) return answerWith(null)(database.db)
      return withUpload(app, request, call, (file) => inTransaction(database, answerWith(file)))
    },
  })
}

/** With the file that came with a call in the store, as its contract wants it kept; with null where none came. */
async function withUpload<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  { file: rule }: Endpoint,
  save: (file: KeptFile | null) => Promise<T>,
): Promise<T> {
  if (!rule || !request.upload) return save(null)
  try {
    return await saveWithFile(app.gya, await toKeep(request.upload, rule), save)
  } finally {
    await discardUpload(request)
  }
}

async function inTransaction<T>({ db }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= 3 || !retryable(error)) throw error
    }
  }
}
