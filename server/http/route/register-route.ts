import type { Readable } from 'node:stream'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import type { UploadRule } from '@gya/domain/common/uploads.ts'
import { type Decoded, type Endpoint, formsOf, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { propertyVisibleToKey } from '@gya/domain/features/public-api/visible-to-key.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Json } from '../../db/schema.ts'
import { discardFile as discard, retainFile, type StoredFile, saveWithFile } from '../../features/files/file-lifecycle.ts'
import { scanFile } from '../../infra/files/clamd.ts'
import type { FileKind } from '../../infra/files/file-store.ts'
import { type AddJob, jobAdder } from '../../jobs/queue.ts'
import { type Caller, scopesOf } from '../access/caller.ts'
import { recordSecurityEvent } from '../access/security-events.ts'
import { notifyAdministrators } from '../access/sensitive-acts.ts'
import { enforceCallLimits } from '../limits/call-limits.ts'
import { withoutUploadAfter } from '../upload/form-body.ts'
import { prepareForStorage } from '../upload/receive-upload.ts'
import { claimIdempotencyKey, findStoredResponse, newIdempotencyKey, readIdempotencyKey, storeResponse } from './idempotency.ts'
import { responseEncoder } from './response-encoder.ts'
import { retryTransaction } from './retry-transaction.ts'
import { callContext, routeOptions } from './route-options.ts'
import { readFromStandby } from './standby-reads.ts'

/** Input of a handler: checked and decoded; `db` is a transaction if the call changes data. */
export type HandlerContext<E extends Endpoint> = {
  /** Of a call with `places`, `branchId` is null for the company. */
  params: E extends { places: string } ? Omit<Decoded<E, 'params'>, 'branchId'> & BranchOrCompany : Decoded<E, 'params'>
  query: Decoded<E, 'query'>
  body: Decoded<E, 'body'>
  caller: E['permission'] extends 'public' ? null : Caller
  db: Db
  now: Instant
  today: DateOnly
  newId: () => string
  /** Adds a job that runs after the commit. */
  addJob: AddJob
  /** The uploaded file, already stored: reference it by its id. It is kept on commit and removed on rollback. */
  file: E['file'] extends { required: true } ? StoredFile : E['file'] extends UploadRule ? StoredFile | null : null
  /** Removes a file that is no longer referenced, after the commit. */
  discardFile: (id: string | null, kind: FileKind) => Promise<void>
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (context: HandlerContext<E>) => Promise<Decoded<E, 'response'>>

/** Data known before the transaction starts. */
export type CallContext<E extends Endpoint> = Omit<HandlerContext<E>, 'db' | 'addJob' | 'file' | 'discardFile'>

/**
 * Registers a contract. In order: session, account state, permission, scope of the ids in the URL (before the body is read);
 * scope of the ids in the body, validation; then the handler in one transaction. The response is checked against the contract
 * before the commit.
 */
export const registerRoute = <E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>): void =>
  registerPreparedRoute(app, call, async () => undefined, handler)

/**
 * Registers a contract with work before the transaction: slow work (password hashes), or work that needs another connection (rate limits).
 * Inside the transaction it would hold a connection and could exhaust the pool.
 */
export function registerPreparedRoute<E extends Endpoint, Prepared>(
  app: FastifyInstance,
  call: E,
  prepare: (context: CallContext<E>) => Promise<Prepared>,
  handler: (context: HandlerContext<E> & { prepared: Prepared }) => Promise<Decoded<E, 'response'>>,
): void {
  const { database } = app.gya
  const changes = isWrite(call)
  const encode = responseEncoder(call.response)

  for (const form of formsOf(call))
    app.route({
      ...routeOptions(app, form),
      handler: (request, reply) => withoutUploadAfter(request, () => handle(request, reply)),
    })

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const base = callContext<E>(app, request, reply)
    const key = await readIdempotencyKey(call, request, base.now)
    const stored = key && (await findStoredResponse(database.db, key))
    if (stored) return replayResponse(reply, stored)
    const claimed = key ?? (changes && database.primary.canMove ? newIdempotencyKey(request, base.now) : null)
    await enforceCallLimits(app, call, base)
    const prepared = await prepare(base)
    const execute = (file: StoredFile | null) => async (db: Db) => {
      request.securityEvents = []
      request.acts = []
      const addJob = jobAdder(db)
      const discardFile = (id: string | null, kind: FileKind) => discard({ db, now: base.now, addJob }, id, kind)
      const context = { ...base, db, addJob, prepared, file, discardFile } as HandlerContext<E> & {
        prepared: Prepared
      }
      const concurrent = claimed && (await claimIdempotencyKey(db, claimed))
      if (concurrent) return replayResponse(reply, concurrent)
      const answer = visibleAnswer(call, base.caller, encode(await handler(context)))
      if (changes) await notifyAdministrators(context, call)
      if (file) await retainFile(db, file.id)
      if (key) await storeResponse(db, key, answer)
      return answer
    }
    if (!changes) return readFromStandby(app, call, request, execute(null))
    return withUpload(app, request, call, (file) => retryTransaction(app.gya, claimed, execute(file)))
  }
}

/** Removes from the response of a write what the scopes do not let the key or application read. */
function visibleAnswer<T>({ response }: Endpoint, caller: Caller | null, answer: T) {
  const scopes = caller && scopesOf(caller)
  return scopes && response === PropertyDetail ? propertyVisibleToKey(answer as PropertyDetail, scopes) : answer
}

function replayResponse(reply: FastifyReply, { answer }: { answer: Json | null }) {
  void reply.header('idempotent-replayed', 'true')
  return answer
}

/** Runs `save` with the uploaded file in the store, or with `null`. */
async function withUpload<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  { file: rule }: Endpoint,
  save: (file: StoredFile | null) => Promise<T>,
): Promise<T> {
  if (!rule || !request.upload) return save(null)
  // Other originals are scanned by the job `check-document`.
  if (rule.keep === 'picture' || rule.scan === 'before-save') await refuseInfected(app, request)
  return saveWithFile(app.gya, await prepareForStorage(request.upload, rule), save)
}

/** Throws FILE_INFECTED, recorded as a security event, and SCAN_NOT_READY. Does nothing without CLAMD_URL. */
async function refuseInfected({ gya }: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { config, database, clock } = gya
  if (!config.clamdUrl || !request.upload) return
  const signature = await scanFile(request.upload.path, config.clamdUrl)
  if (signature === null) return
  const recording = { db: database.db, now: clock.now(), newId: () => clock.newId(), request }
  const companyId = request.partyLink?.companyId
  await recordSecurityEvent(recording, {
    kind: 'upload-infected',
    ...(companyId ? { companyId } : {}),
    data: { found: signature },
  })
  throw new DomainError('FILE_INFECTED')
}

/**
 * Registers a contract that responds with server-sent events. Access checks as for every call. `open` ends the stream with the
 * session and on shutdown. Proxies must not buffer it, and the connection closes with it.
 */
export function registerStream<E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  open: (context: CallContext<E>) => Promise<Readable>,
): void {
  app.route({
    ...routeOptions(app, call),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const events = await open(callContext<E>(app, request, reply))
      app.gya.meters.streams.inc()
      events.once('close', () => app.gya.meters.streams.dec())
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          connection: 'close',
        })
        .send(events)
    },
  })
}
