import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { DomainError } from '@gya/domain/errors.ts'
import { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/pool.ts'
import { type Caller, resolveCallers } from '../../http/access/caller.ts'
import { isInScope } from '../../http/access/scope.ts'
import type { Clock } from '../../infra/clock.ts'
import { type ChangeListener, listenForChanges } from './change-listener.ts'

/** Maximum streams of one account in one process; browsers close the streams of hidden tabs. */
const maxStreamsPerUser = 12
/** Maximum bytes buffered for a slow client; beyond that it is disconnected and refetches everything on reconnect. */
const maxBufferedBytes = 65_536
/** More changes than this in one message are collapsed into one change of the company. */
const maxChangesPerMessage = 25

type Subscriber = { caller: Caller; key: string; companyId: string | null; stream: PassThrough }
type ChangeStreamOptions = { database: Database; clock: Clock; log: FastifyBaseLogger; beat?: number }

type ChangeStreams = {
  /**
   * Opens a stream for the caller: of their own company or, for a platform admin, the company named. Throws
   * TOO_MANY_REQUESTS.
   */
  open(caller: Caller, companyId: string | null): Promise<Readable>
  close(): Promise<void>
}

const unknownChange: LiveChange = { companyId: null, branchId: null, propertyId: null }
const toServerSentEvent = (change: LiveChange): string => `data: ${JSON.stringify(change)}\n\n`
const isSubscribedTo = (companyId: string) => (watcher: Subscriber) =>
  watcher.caller.type === 'GYA_ADMIN' || watcher.companyId === companyId

/**
 * The subscribers of this process. "When a colleague changes the property or list you are looking at, it shows within a
 * second." Changes arrive through PostgreSQL notifications from any process. Session, role and branches are re-read before
 * each message, not only when the stream opens; the stream of an ended session is closed.
 */
export function changeStreams({ database, clock, log, beat = 25_000 }: ChangeStreamOptions): ChangeStreams {
  const watchers = new Set<Subscriber>()
  const heard = new Map<string, LiveChange>()
  let listening: Promise<ChangeListener> | undefined
  let beating: NodeJS.Timeout | undefined
  let telling = false
  let closed = false

  /** Re-reads the callers; closes the streams whose session has ended. */
  const renewed = async (some: Subscriber[]): Promise<Subscriber[]> => {
    const callers = await resolveCallers(
      database.pool,
      some.map(({ caller }) => caller.sessionHash),
      clock.now(),
    )
    return some.filter((watcher) => {
      const caller = callers.get(watcher.key)
      if (caller?.activated && !caller.passwordReset) watcher.caller = caller
      else watcher.stream.end()
      return !watcher.stream.writableEnded
    })
  }

  const tell = async (companyId: string, changes: LiveChange[]): Promise<void> => {
    const concerned = await renewed([...watchers].filter(isSubscribedTo(companyId)))
    const owners = concerned.some(({ caller }) => caller.type === 'VENDOR') ? await findOwners(database, changes) : new Map()
    for (const watcher of concerned) {
      const known = changes.filter((change) => isInScopeOf(watcher, change, owners.get(change.propertyId)))
      const told = known.length > maxChangesPerMessage ? [{ ...unknownChange, companyId }] : known
      if (told.length > 0) writeOrDisconnect(watcher.stream, told.map(toServerSentEvent).join(''))
    }
  }

  /** Sends the queued changes, one company at a time. Changes that arrive meanwhile are batched. */
  const tellAll = async (): Promise<void> => {
    if (telling) return
    telling = true
    try {
      while (heard.size > 0 && !closed) {
        // Notifications of one transaction arrive together.
        await setImmediate()
        const companies = Map.groupBy(heard.values(), ({ companyId }) => companyId ?? '')
        heard.clear()
        for (const [companyId, changes] of companies) await tell(companyId, changes)
      }
    } catch (error) {
      log.error({ err: error }, 'changes could not be told')
      for (const { stream } of watchers) writeOrDisconnect(stream, toServerSentEvent(unknownChange))
    } finally {
      telling = false
    }
  }

  const hear = (payload: string): void => {
    const change = parseChange(payload)
    if (change === null || watchers.size === 0) return
    heard.set(payload, change)
    void tellAll()
  }

  const listen = (): Promise<ChangeListener> => {
    const begun = listenForChanges(database.pool.options.connectionString ?? '', {
      onChange: hear,
      onLost: () => log.error('the connection that hears of changes was lost'),
      onReconnect: () => {
        log.info('the connection that hears of changes is back')
        for (const { stream } of watchers) writeOrDisconnect(stream, toServerSentEvent(unknownChange))
      },
    })
    begun.catch(() => (listening = undefined))
    beating ??= setInterval(() => void keepUp(), beat).unref()
    return begun
  }

  /** Heartbeat: checks the sessions and the listening connection, and keeps proxies from closing idle streams. */
  const keepUp = async (): Promise<void> => {
    try {
      for (const { stream } of await renewed([...watchers])) writeOrDisconnect(stream, ': \n\n')
      await (await listening)?.check()
    } catch (error) {
      log.error({ err: error }, 'open streams could not be looked after')
    }
  }

  return {
    open: async (caller, companyId) => {
      // Shutting down: the browser reconnects to another process.
      if (closed) return Readable.from([])
      const own = [...watchers].filter((watcher) => watcher.caller.userId === caller.userId)
      if (own.length >= maxStreamsPerUser) throw new DomainError('TOO_MANY_REQUESTS', { details: { retryAfter: '30' } })
      const stream = new PassThrough()
      const watcher = { caller, key: caller.sessionHash.toString('hex'), companyId, stream }
      watchers.add(watcher)
      stream.on('close', () => watchers.delete(watcher))
      try {
        await (listening ??= listen())
      } catch (error) {
        stream.destroy()
        throw error
      }
      // The first byte tells the browser that the subscription is active.
      if (closed) stream.end()
      else writeOrDisconnect(stream, ': \n\n')
      return stream
    },
    close: async () => {
      closed = true
      clearInterval(beating)
      for (const { stream } of watchers) stream.end()
      await (await listening?.catch(() => undefined))?.close()
    },
  }
}

/** `null` for a notification that is not a change. */
function parseChange(payload: string): LiveChange | null {
  try {
    return LiveChange.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

function writeOrDisconnect(stream: PassThrough, text: string): void {
  if (stream.writableEnded || stream.destroyed) return
  if (stream.writableLength > maxBufferedBytes) stream.destroy()
  else stream.write(text)
}

/**
 * Whether a change is in the subscriber's scope. Changes without property concern the whole company and are hidden from
 * vendors; a platform admin receives changes of the selected company.
 */
function isInScopeOf({ caller, companyId }: Subscriber, change: LiveChange, ownerId: string | undefined): boolean {
  if (change.propertyId === null) return caller.type !== 'VENDOR'
  if (change.companyId !== companyId) return false
  return isInScope(caller, { companyId: change.companyId ?? '', branchId: change.branchId ?? '', ownerId: ownerId ?? null })
}

/** Owner ids by property id. */
async function findOwners({ pool }: Database, changes: readonly LiveChange[]): Promise<Map<string | null, string>> {
  const { rows } = await pool.query<{ id: string; owner_id: string }>({
    name: 'owners-of-changed',
    text: 'select id, owner_id from property where company_id = any($1) and id = any($2)',
    values: [changes.map(({ companyId }) => companyId), changes.flatMap(({ propertyId }) => propertyId ?? [])],
  })
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}
