import { Socket } from 'node:net'
import pg from 'pg'

const channel = 'gya_change'
/** Milliseconds before the first try to come back, doubled until the longest. */
const shortest = 250
const longest = 10_000

export type ChangeListener = {
  /** Asks whether the connection still answers; one that does not is given up and made anew. */
  check(): Promise<void>
  close(): Promise<void>
}

type Listening = { client: pg.Client; socket: Socket }

type Hearing = {
  onChange: (payload: string) => void
  /** The connection was lost and is back: whatever was told in between was not heard. */
  onBack: () => void
  onLost: () => void
}

/**
 * One connection that hears what transactions tell when they commit (`tell_of_change` in the database). Resolves once it
 * listens. It is not of the pool: PostgreSQL tells a connection, and this one is kept for nothing else. A lost one is made
 * anew for as long as it takes. A pooler in front of PostgreSQL must hand connections out by session for it.
 */
export async function listenForChanges(url: string, { onChange, onBack, onLost }: Hearing): Promise<ChangeListener> {
  let closed = false
  let wait = shortest
  let timer: NodeJS.Timeout | undefined
  let client = await open()

  async function open(): Promise<Listening> {
    const socket = new Socket()
    const next = new pg.Client({
      stream: () => socket,
      connectionString: url,
      application_name: 'gya-live',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    next.on('notification', ({ payload }) => payload !== undefined && onChange(payload))
    // Without a listener an error would end the process; the end that follows it is what is acted on.
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      socket.destroy()
      throw error
    }
    next.once('end', lost)
    return { client: next, socket }
  }

  function lost(): void {
    if (closed) return
    onLost()
    comeBackLater()
  }

  function comeBackLater(): void {
    timer = setTimeout(() => void comeBack(), wait * (0.5 + Math.random() / 2))
    timer.unref()
    wait = Math.min(wait * 2, longest)
  }

  async function comeBack(): Promise<void> {
    try {
      client = await open()
    } catch {
      if (!closed) comeBackLater()
      return
    }
    if (closed) return void client.socket.destroy()
    wait = shortest
    onBack()
  }

  return {
    check: async () => {
      const { client: asked, socket } = client
      // One that does not answer would not take leave either.
      await asked.query('select 1').catch(() => socket.destroy())
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      client.socket.destroy()
    },
  }
}
