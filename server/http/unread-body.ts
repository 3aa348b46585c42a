import type { FastifyInstance, FastifyRequest } from 'fastify'

/** For how long the rest of a refused body is read and discarded: a client that is still sending can read the answer. */
const lingerMs = 5_000

/**
 * Closes the connection after an answer that was given before the body had arrived, such as 413: the rest of the body cannot
 * be told from the next request. The answer is ended at once; what the client still sends is discarded until it has ended,
 * because closing with unread data would reset the connection and could lose the answer.
 */
export function closeUnreadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A call that came without a socket has no such mark, and has come whole.
    const { complete } = request.raw as { complete?: boolean }
    if (reply.statusCode >= 400 && complete === false) {
      reply.header('connection', 'close')
      discardRest(request)
    }
    done()
  })
}

function discardRest({ raw }: FastifyRequest): void {
  const { socket } = raw
  // Node calls this once the answer has been written.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
    raw.once('end', () => socket.destroy())
  }
  raw.unpipe()
  raw.resume()
}
