import { Socket } from 'node:net'
import pg from 'pg'
import type { Primary } from './primary.ts'

/** Delay before a reconnect in milliseconds: doubled after each failure, with jitter. */
const minDelayMs = 250
const maxDelayMs = 10_000

export type PersistentConnection = {
  /** Pings the connection; if it does not respond, it is closed and reopened. */
  check(): Promise<void>
  close(): Promise<void>
}

type Open = { client: pg.Client; socket: Socket }

type ConnectionOptions = {
  /** application_name in pg_stat_activity. */
  name: string
  /** Runs on each new connection before it counts as established. */
  onConnect: (client: pg.Client) => Promise<unknown>
  onLost: () => void
  onReconnect: () => void
}

/**
 * A connection outside the pool that stays open as long as the process runs and is reopened, with retries, when it is lost.
 * Resolves once it is established. After a failover it leads to the new primary. With these keepalives PostgreSQL
 * detects a vanished client within 30 seconds.
 */
export async function openPersistentConnection(
  primary: Primary,
  { name, onConnect, onLost, onReconnect }: ConnectionOptions,
): Promise<PersistentConnection> {
  let closed = false
  let wait = minDelayMs
  let timer: NodeJS.Timeout | undefined
  let current = await open()
  const forget = primary.onSwitch(() => current.socket.destroy())

  async function open(): Promise<Open> {
    const socket = new Socket()
    const client = new pg.Client({
      stream: () => socket,
      connectionString: primary.url(),
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    })
    // An 'error' without a listener would end the process; the 'end' event that follows is handled.
    client.on('error', () => {})
    try {
      await client.connect()
      await primary.verify(client)
      await onConnect(client)
    } catch (error) {
      socket.destroy()
      primary.suspect()
      throw error
    }
    client.once('end', lost)
    return { client, socket }
  }

  function lost(): void {
    if (closed) return
    primary.suspect()
    onLost()
    comeBackLater()
  }

  function comeBackLater(): void {
    timer = setTimeout(() => void comeBack(), wait * (0.5 + Math.random() / 2))
    timer.unref()
    wait = Math.min(wait * 2, maxDelayMs)
  }

  async function comeBack(): Promise<void> {
    try {
      current = await open()
    } catch {
      if (!closed) comeBackLater()
      return
    }
    if (closed) return void current.socket.destroy()
    wait = minDelayMs
    onReconnect()
  }

  return {
    check: async () => {
      const { client, socket } = current
      // An unresponsive connection cannot be closed gracefully.
      await client.query('select 1').catch(() => socket.destroy())
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      forget()
      current.socket.destroy()
    },
  }
}
