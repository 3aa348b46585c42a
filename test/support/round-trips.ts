import type pg from 'pg'

/** Counts the round trips of a pool: writes that follow a response. */
export function countRoundTrips(pool: pg.Pool): () => number {
  let trips = 0
  const watched = new WeakSet<object>()
  pool.on('acquire', (client) => {
    const { stream } = (client as unknown as { connection: { stream: NodeJS.ReadWriteStream } }).connection
    if (watched.has(stream)) return
    watched.add(stream)
    let isWaiting = false
    stream.on('data', () => {
      isWaiting = false
    })
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
    stream.write = (...args: unknown[]) => {
      if (!isWaiting) trips += 1
      isWaiting = true
      return write(...args)
    }
  })
  return () => trips
}
