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

/** Streams that one account may have open in a process: a browser closes those of tabs that nobody looks at. */
const maxStreamsPerUser = 12
/** Bytes that wait for a browser that does not take them; past that it is let go, and reads everything when it comes back. */
const maxBufferedBytes = 65_536
/** More changes at once than this are told as one: something of the company was changed. */
const maxChangesPerMessage = 25

type Subscriber = { caller: Caller; key: string; companyId: string | null; stream: PassThrough }
type ChangeStreamOptions = { database: Database; clock: Clock; log: FastifyBaseLogger; beat?: number }

type ChangeStreams = {
  /** Opens the stream of a caller, of their own company or, for a platform admin, of the one named. Throws TOO_MANY_REQUESTS. */
  open(caller: Caller, companyId: string | null): Promise<Readable>
  close(): Promise<void>
}

const unknownChange: LiveChange = { companyId: null, branchId: null, propertyId: null }
const toServerSentEvent = (change: LiveChange): string => `data: ${JSON.stringify(change)}\n\n`
const isSubscribedTo = (companyId: string) => (watcher: Subscriber) =>
  watcher.caller.type === 'GYA_ADMIN' || watcher.companyId === companyId

/**
 * Who watches in this process, and what each is told. "When a colleague changes the property or list you are looking at,
 * it shows within a second." A change is heard from the database, whichever process made it; whether it is told to
 * somebody is decided by their session, role and branches as they are then, not as they were when the stream was opened,
 * and a stream whose session has ended is ended.
 */
export function changeStreams({ database, clock, log, beat = 25_000 }: ChangeStreamOptions): ChangeStreams {
  const watchers = new Set<Subscriber>()
  const heard = new Map<string, LiveChange>()
  let listening: Promise<ChangeListener> | undefined
  let beating: NodeJS.Timeout | undefined
  let telling = false
  let closed = false

  /** The callers of some watchers as they are now; the streams of those whose session is over are ended. */
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

  /** Tells what was heard, a company at a time, until nothing is left; what is heard meanwhile waits and goes together. */
  const tellAll = async (): Promise<void> => {
    if (telling) return
    telling = true
    try {
      while (heard.size > 0 && !closed) {
        // What one transaction told arrives together.
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

  /** Every so often: are the sessions still there, does the connection still answer; and a sign of life for what lies between. */
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
      // Over before it begins: the browser comes back to another process.
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
      // The answer begins with its first byte: the browser knows by it that it is told from now on.
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

/** What the database told; null for what is none of ours. */
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
 * Whether a watcher is told of a change. What is of no property is of the whole company, and no vendor's; a platform admin
 * is told of the properties of the company they look at.
 */
function isInScopeOf({ caller, companyId }: Subscriber, change: LiveChange, ownerId: string | undefined): boolean {
  if (change.propertyId === null) return caller.type !== 'VENDOR'
  if (change.companyId !== companyId) return false
  return isInScope(caller, { companyId: change.companyId ?? '', branchId: change.branchId ?? '', ownerId: ownerId ?? null })
}

/** Whose the changed properties are. */
async function findOwners({ pool }: Database, changes: readonly LiveChange[]): Promise<Map<string | null, string>> {
  const { rows } = await pool.query<{ id: string; owner_id: string }>({
    name: 'owners-of-changed',
    text: 'select id, owner_id from property where company_id = any($1) and id = any($2)',
    values: [changes.map(({ companyId }) => companyId), changes.flatMap(({ propertyId }) => propertyId ?? [])],
  })
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]))
}
