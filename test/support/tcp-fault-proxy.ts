import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to a server that can be made to fail. `cut`: connections break and new ones are refused, as when the server has
 * stopped. `silence`: connections stay open, new ones too, and every byte is swallowed, as in a broken network; those that
 * were silenced stay so for ever. `mend`: new connections get through again.
 */
export type TcpFaultProxy = {
  /** The address of the server by way of this line. */
  url: string
  cut(): Promise<void>
  silence(): void
  restore(): Promise<void>
  close(): Promise<void>
}

type Link = { here: Socket; there: Socket }

export async function startTcpFaultProxy(serverUrl: string): Promise<TcpFaultProxy> {
  const target = new URL(serverUrl)
  const links = new Set<Link>()
  let silent = false

  const carry = (here: Socket): void => {
    here.on('error', () => {})
    if (silent) {
      const link = { here, there: here }
      links.add(link)
      here.resume().on('close', () => links.delete(link))
      return
    }
    const there = connect(Number(target.port || 5432), target.hostname)
    const link = { here, there }
    links.add(link)
    there.on('error', () => here.destroy())
    here.pipe(there).pipe(here)
    for (const end of [here, there]) {
      end.on('close', () => {
        links.delete(link)
        here.destroy()
        there.destroy()
      })
    }
  }
  const server = createServer(carry)
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const { here, there } of links) {
      here.destroy()
      there.destroy()
    }
    await closed
  }
  return {
    url: Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    cut,
    silence: () => {
      silent = true
      for (const { here, there } of links) {
        here.unpipe(there)
        there.unpipe(here)
        here.resume()
        there.resume()
      }
    },
    restore: async () => {
      silent = false
      if (!server.listening) await listen(port)
    },
    close: cut,
  }
}
