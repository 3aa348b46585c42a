import { Server, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Stops the server without losing requests. */
export type GracefulShutdown = {
  /** Aborted when the shutdown starts. */
  signal: AbortSignal
  /** `/readyz` fails, streams end, and responses carry `Connection: close`. */
  start(): void
  /**
   * Stops accepting connections and resolves when all are closed. Idle connections get `idleMs` milliseconds to be closed by
   * the client, because a proxy may just be sending a request. Requests in progress are awaited without a limit.
   */
  closeConnections(idleMs: number): Promise<void>
}

/** Fastify's `close` alone responds with 503 to late requests and closes idle connections abruptly. */
export function registerGracefulShutdown(app: FastifyInstance): void {
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  let accepted = 0
  app.server.on('connection', (socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
    done()
  })
  const traffic = () => `${accepted} ${[...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)}`
  app.decorate('gracefulShutdown', {
    signal: stopping.signal,
    start: () => stopping.abort(),
    closeConnections: async (idleMs) => {
      await untilQuiet(traffic)
      const allGone = new Promise<void>((resolve) => {
        // http.Server.close would close idle connections; net.Server.close only stops accepting.
        Server.prototype.close.call(app.server, () => resolve())
      })
      const timer = new AbortController()
      await Promise.race([allGone, setTimeout(idleMs, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
      await untilQuiet(traffic)
      app.server.closeIdleConnections()
      // Node counts connections without any request as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await allGone
    },
  } satisfies GracefulShutdown)
}

const quietTurns = 3
const maxTurns = 1_000

/**
 * Waits until no connection and no byte arrives for three turns of the event loop. The kernel accepts connections and buffers
 * data while the process is busy; closing now would drop them. One connection is accepted per turn.
 */
async function untilQuiet(traffic: () => string): Promise<void> {
  let before = traffic()
  for (let turn = 0, quiet = 0; turn < maxTurns && quiet < quietTurns; turn += 1) {
    await setImmediate()
    const now = traffic()
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
}
