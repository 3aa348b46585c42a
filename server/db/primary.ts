import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { readOnlyCode } from './connection-errors.ts'

/** Milliseconds: response time of a server, the delay between two searches, and the duration of the search at startup. */
const probeTimeoutMs = 2_000
const searchDelayMs = 250
const startTimeoutMs = 10_000

/**
 * The server of a database URL. With several hosts (`postgres://a:5432,b:5432/gya`) it is the one that accepts writes, which changes after
 * a failover. node-postgres supports only one host.
 */
export type Primary = {
  /** A URL with one host: that of the last server that accepted writes. */
  url(): string
  /** Whether another server can take over. */
  canMove: boolean
  /** Finds the server that accepts writes, at startup. Throws if no host does for ten seconds. */
  find(): Promise<void>
  /** Searches in the background after a connection failed or was read-only. */
  suspect(): void
  /** Throws if this connection leads to a server that does not accept writes. */
  verify(client: pg.ClientBase): Promise<void>
  /**
   * Calls `listener` when another server has become the primary, which makes older connections useless. Returns a function that removes the
   * listener.
   */
  onSwitch(listener: () => void): () => void
  close(): void
}

/** The URL of each host. Throws TypeError if one is invalid. */
export function hostUrls(url: string): [string, ...string[]] {
  if (!url.includes('://')) throw new TypeError('A database URL begins with postgres://.')
  const authority = url.indexOf('//') + 2
  const path = url.slice(authority).search(/[/?#]/)
  const end = path < 0 ? url.length : authority + path
  const start = Math.max(authority, url.lastIndexOf('@', end) + 1)
  const [first = '', ...others] = url
    .slice(start, end)
    .split(',')
    .map((host) => new URL(`${url.slice(0, start)}${host}${url.slice(end)}`).href)
  return [first, ...others]
}

/** libpq's name: `read-write` requires a server that accepts writes, also of a single host. */
const requiresWrites = (url: string) => /^(read-write|primary)$/.test(new URL(url).searchParams.get('target_session_attrs') ?? '')

/** Null for a standby or a server whose transactions are read-only. The timeline grows with each promotion. */
const probe = `
  select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

const readOnlyError = () => Object.assign(new Error('The database server is read-only.'), { code: readOnlyCode })

export function openPrimary(url: string): Primary {
  const hosts = hostUrls(url)
  const isProbed = hosts.length > 1 || requiresWrites(hosts[0])
  const listeners = new Set<() => void>()
  let [current] = hosts
  let highestTimeline = 0
  let search: Promise<void> | undefined
  let closed = false

  /** A former primary that returned unnoticed also accepts writes, but has a lower timeline. */
  const probeAll = async (): Promise<boolean> => {
    const answers = await Promise.all(hosts.map(async (host) => ({ host, timeline: await probeTimeline(host) })))
    const [best] = answers.sort((a, b) => b.timeline - a.timeline)
    if (!best || best.timeline === 0 || best.timeline < highestTimeline) return false
    highestTimeline = best.timeline
    if (best.host === current) return true
    current = best.host
    for (const listener of listeners) listener()
    return true
  }
  const searchUntilFound = async (): Promise<void> => {
    while (!closed && !(await probeAll())) await setTimeout(searchDelayMs, undefined, { ref: false })
  }

  return {
    url: () => current,
    canMove: isProbed,
    find: async () => {
      if (!isProbed) return
      const until = performance.now() + startTimeoutMs
      while (!(await probeAll())) {
        if (performance.now() > until) throw readOnlyError()
        await setTimeout(searchDelayMs)
      }
    },
    suspect: () => {
      if (!isProbed || closed) return
      search ??= searchUntilFound().finally(() => (search = undefined))
    },
    verify: async (client) => {
      if (!isProbed) return
      const { rows } = await client.query<{ timeline: number | null }>(probe)
      const timeline = rows[0]?.timeline ?? 0
      if (timeline === 0 || timeline < highestTimeline) throw readOnlyError()
    },
    onSwitch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => {
      closed = true
    },
  }
}

/** For a single connection, which does not follow a failover. */
export async function findPrimaryUrl(url: string): Promise<string> {
  const primary = openPrimary(url)
  await primary.find()
  return primary.url()
}

/** 0 if the server accepts no writes or does not respond. */
async function probeTimeline(connectionString: string): Promise<number> {
  const client = new pg.Client({
    connectionString,
    application_name: 'gya-probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(probe)
    return rows[0]?.timeline ?? 0
  } catch {
    return 0
  } finally {
    void client.end().catch(() => {})
  }
}
