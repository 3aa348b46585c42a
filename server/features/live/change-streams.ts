import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { latestPosition, type ReadPosition } from '@gya/domain/common/read-position.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { LiveChange } from '@gya/domain/features/live/live.contract.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import type { Standbys } from '../../db/standbys.ts'
import { type Caller, resolveCallers, whyNotWithFactors } from '../../http/access/caller.ts'
import { isInScope } from '../../http/access/scope.ts'
import type { Clock } from '../../infra/clock.ts'
import { type ChangeListener, listenForChanges } from './change-listener.ts'

/** Maximum number of streams of one account in one process; browsers close the streams of hidden tabs. */
const maxStreamsPerUser = 12
/** Maximum bytes buffered for a slow client; beyond that it is disconnected and refetches everything on reconnect. */
const maxBufferedBytes = 65_536
/** More changes than this in one message are collapsed into one change of the company. */
const maxChangesPerMessage = 25

type Subscriber = { caller: Caller; companyId: string | null; stream: PassThrough }
type ChangeStreamOptions = {
  database: Database
  standbys?: Pick<Standbys, 'position'> | null
  clock: Clock
  config: Pick<Config, 'platformSecondFactor'>
  log: FastifyBaseLogger
  heartbeatMs?: number
}

type ChangeStreams = {
  /**
   * Opens a stream for the caller's company or, for a platform admin, the given company. Throws
   * TOO_MANY_REQUESTS.
   */
  open(caller: Caller, companyId: string | null): Promise<Readable>
  close(): Promise<void>
}

const unknownChange: LiveChange = { companyId: null, branchId: null, propertyId: null, about: 'company' }
const toServerSentEvent = (change: LiveChange): string => `data: ${JSON.stringify(change)}\n\n`
/** Event with a position. Reads after it must show at least this state. */
const toPositionEvent = (position: ReadPosition): string => `event: position\ndata: ${position}\n\n`
const isSubscribedTo = (companyId: string) => (subscriber: Subscriber) =>
  subscriber.caller.type === 'GYA_ADMIN' || subscriber.companyId === companyId

/**
 * The subscribers of this process. "When a colleague changes the property or list you are looking at, it shows within a
 * second." Changes arrive through PostgreSQL notifications from any process. Session, role and branches are re-read before
 * each message, not only when the stream opens; the stream of an ended session is closed.
 */
export function changeStreams({
  database,
  standbys = null,
  clock,
  config,
  log,
  heartbeatMs = 25_000,
}: ChangeStreamOptions): ChangeStreams {
  const subscribers = new Set<Subscriber>()
  const pendingChanges = new Map<string, LiveChange>()
  let listener: Promise<ChangeListener> | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let isNotifying = false
  let closed = false

  /** Re-reads the callers. Closes streams whose session has ended or now requires a second factor. */
  const refreshCallers = async (selected: Subscriber[]): Promise<Subscriber[]> => {
    const now = clock.now()
    const callers = await resolveCallers(
      database.pool,
      selected.map(({ caller }) => caller.sessionHash),
      now,
    )
    return selected.filter((subscriber) => {
      const caller = callers.get(subscriber.caller.sessionHash.toString('hex'))
      // If the token was renewed, the stream continues with the new one.
      if (caller?.activated && !caller.passwordReset && !whyNotWithFactors(caller, config, now)) subscriber.caller = caller
      else subscriber.stream.end()
      return !subscriber.stream.writableEnded
    })
  }

  /** Returns the event sent before changes if standbys answer reads: the primary's position after those changes. */
  const readPositionEvent = async (): Promise<string> =>
    standbys ? toPositionEvent(await standbys.position().catch(() => latestPosition)) : ''
  const missedChanges = `${standbys ? toPositionEvent(latestPosition) : ''}${toServerSentEvent(unknownChange)}`

  const notify = async (companyId: string, changes: LiveChange[]): Promise<void> => {
    const subscribed = [...subscribers].filter(isSubscribedTo(companyId))
    if (subscribed.length === 0) return
    const [recipients, position] = await Promise.all([refreshCallers(subscribed), readPositionEvent()])
    const owners = recipients.some(({ caller }) => caller.type === 'VENDOR') ? await findOwners(database, changes) : new Map()
    for (const subscriber of recipients) {
      const visible = changes.filter((change) => isInScopeOf(subscriber, change, owners.get(change.propertyId)))
      const messages = visible.length > maxChangesPerMessage ? [{ ...unknownChange, companyId }] : visible
      if (messages.length > 0) writeOrDisconnect(subscriber.stream, `${position}${messages.map(toServerSentEvent).join('')}`)
    }
  }

  /** Sends the queued changes, one company at a time. Changes that arrive meanwhile are batched. */
  const notifyAll = async (): Promise<void> => {
    if (isNotifying) return
    isNotifying = true
    try {
      while (pendingChanges.size > 0 && !closed) {
        // Notifications of one transaction arrive together.
        await setImmediate()
        const companies = Map.groupBy(pendingChanges.values(), ({ companyId }) => companyId ?? '')
        pendingChanges.clear()
        for (const [companyId, changes] of companies) await notify(companyId, changes)
      }
    } catch (error) {
      log.error({ err: error }, 'live changes could not be sent')
      for (const { stream } of subscribers) writeOrDisconnect(stream, missedChanges)
    } finally {
      isNotifying = false
    }
  }

  const handleNotification = (payload: string): void => {
    const change = parseChange(payload)
    if (change === null || subscribers.size === 0) return
    pendingChanges.set(payload, change)
    void notifyAll()
  }

  const listen = (): Promise<ChangeListener> => {
    const started = listenForChanges(database.direct.primary, {
      onChange: handleNotification,
      onLost: () => log.error('LISTEN connection lost'),
      onReconnect: () => {
        log.info('LISTEN connection restored')
        for (const { stream } of subscribers) writeOrDisconnect(stream, missedChanges)
      },
    })
    started.catch(() => (listener = undefined))
    heartbeat ??= setInterval(() => void sendHeartbeat(), heartbeatMs).unref()
    return started
  }

  /** Heartbeat: checks the sessions and the listening connection, and keeps proxies from closing idle streams. */
  const sendHeartbeat = async (): Promise<void> => {
    try {
      for (const { stream } of await refreshCallers([...subscribers])) writeOrDisconnect(stream, ': \n\n')
      await (await listener)?.check()
    } catch (error) {
      log.error({ err: error }, 'heartbeat of the live streams failed')
    }
  }

  return {
    open: async (caller, companyId) => {
      // During shutdown, the browser reconnects to another process.
      if (closed) return Readable.from([])
      const openStreams = [...subscribers].filter((subscriber) => subscriber.caller.userId === caller.userId)
      if (openStreams.length >= maxStreamsPerUser) throw new DomainError('TOO_MANY_REQUESTS', { details: { retryAfter: '30' } })
      const stream = new PassThrough()
      const subscriber = { caller, companyId, stream }
      subscribers.add(subscriber)
      stream.on('close', () => subscribers.delete(subscriber))
      try {
        await (listener ??= listen())
      } catch (error) {
        stream.destroy()
        throw error
      }
      // A reconnecting browser refetches what it missed, so it needs the position.
      const position = await readPositionEvent()
      // The first byte tells the browser that the subscription is active.
      if (closed) stream.end()
      else writeOrDisconnect(stream, `: \n\n${position}`)
      return stream
    },
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      for (const { stream } of subscribers) stream.end()
      await (await listener?.catch(() => undefined))?.close()
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
