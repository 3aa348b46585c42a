import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy with fault injection. `cut` closes all connections and refuses new ones, like a stopped server. `silence` keeps connections
 * open, including new ones, and discards every byte, like a broken network; silenced connections stay silent. `loseAnswers` delivers what
 * clients send, but closes the connection instead of delivering a response. `restore` allows new connections.
 */
export type TcpFaultProxy = {
  /** The server URL through the proxy. */
  url: string
  cut(): Promise<void>
  silence(): void
  loseAnswers(): void
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
    loseAnswers: () => {
      for (const { here, there } of links) {
        there.unpipe(here)
        there.on('data', () => here.destroy()).resume()
      }
    },
    restore: async () => {
      silent = false
      if (!server.listening) await listen(port)
    },
    close: cut,
  }
}
