import { Server, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How a process that has been asked to stop leaves without a request being lost. */
export type GracefulShutdown = {
  /** Aborted once the process is about to stop. */
  signal: AbortSignal
  /** From now on `/readyz` refuses, streams end, and each answer ends its connection, so that the next request goes elsewhere. */
  start(): void
  /**
   * Takes no connection any more and resolves when the last one has gone. One that lies idle has `patience` milliseconds to
   * be closed from its other end: a proxy may be sending a request on it at the very moment in which this end closes it.
   * Calls under way are waited for, however long they take.
   */
  closeConnections(patience: number): Promise<void>
}

/** Lets the server be drained before it is closed: `close` alone answers 503 to what still arrives and cuts off what is idle. */
export function registerGracefulShutdown(app: FastifyInstance): void {
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  let taken = 0
  app.server.on('connection', (socket) => {
    taken += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
    done()
  })
  const arrived = () => `${taken} ${[...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)}`
  app.decorate('gracefulShutdown', {
    signal: stopping.signal,
    start: () => stopping.abort(),
    closeConnections: async (patience) => {
      await untilQuiet(arrived)
      const allGone = new Promise<void>((resolve) => {
        // The server of HTTP would also close what is idle; that of sockets only stops taking new ones.
        Server.prototype.close.call(app.server, () => resolve())
      })
      const given = new AbortController()
      await Promise.race([allGone, setTimeout(patience, undefined, { signal: given.signal }).catch(() => {})])
      given.abort()
      await untilQuiet(arrived)
      app.server.closeIdleConnections()
      // One that has never said anything counts as busy, because a request may be coming.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await allGone
    },
  } satisfies GracefulShutdown)
}

const quietTurns = 3
const maxTurns = 1_000

/**
 * Until nothing more waits to be heard: the system takes connections, and what is said on them, while this process is busy,
 * and all of that would be lost with what is closed. One connection is taken in a turn of the event loop.
 */
async function untilQuiet(arrived: () => string): Promise<void> {
  let before = arrived()
  for (let turn = 0, quiet = 0; turn < maxTurns && quiet < quietTurns; turn += 1) {
    await setImmediate()
    const now = arrived()
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
}
