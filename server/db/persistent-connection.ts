import { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds before the first try to come back, doubled until the longest. */
const minDelayMs = 250
const maxDelayMs = 10_000

export type PersistentConnection = {
  /** Asks whether the connection still answers; one that does not is given up and made anew. */
  check(): Promise<void>
  close(): Promise<void>
}

type Open = { client: pg.Client; socket: Socket }

type ConnectionOptions = {
  /** What PostgreSQL's list of connections shows. */
  name: string
  /** Done on each new connection before it counts as there. */
  onConnect: (client: pg.Client) => Promise<unknown>
  onLost: () => void
  /** The connection was lost and is back. */
  onReconnect: () => void
}

/**
 * One connection to the database that is held for as long as the process runs, outside of the pool, and made anew for as
 * long as it takes when it is lost. Resolves once it is there. A pooler in front of PostgreSQL must hand connections out by
 * session for it. PostgreSQL notices within half a minute when this side has gone without a word.
 */
export async function openPersistentConnection(
  url: string,
  { name, onConnect: begin, onLost, onReconnect: onBack }: ConnectionOptions,
): Promise<PersistentConnection> {
  let closed = false
  let wait = minDelayMs
  let timer: NodeJS.Timeout | undefined
  let current = await open()

  async function open(): Promise<Open> {
    const socket = new Socket()
    const client = new pg.Client({
      stream: () => socket,
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      options: '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    })
    // Without a listener an error would end the process; the end that follows it is what is acted on.
    client.on('error', () => {})
    try {
      await client.connect()
      await begin(client)
    } catch (error) {
      socket.destroy()
      throw error
    }
    client.once('end', lost)
    return { client, socket }
  }

  function lost(): void {
    if (closed) return
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
    onBack()
  }

  return {
    check: async () => {
      const { client, socket } = current
      // One that does not answer would not take leave either.
      await client.query('select 1').catch(() => socket.destroy())
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      current.socket.destroy()
    },
  }
}
