import { randomInt } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A free port below those that connections get as their own. One above can be taken by a connection of any program while the app that had it is
 * away, or by a client that is connected to itself: then the app does not come up again.
 */
export async function freeLowPort(): Promise<number> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(20_000 + randomInt(10_000), '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freeLowPort()
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
