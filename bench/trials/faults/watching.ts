import type { Person } from './town.ts'

/** Somebody who looks at a page and is told of changes (`GET live`), on one stream or the next when that ends. */
type LiveWatcher = {
  /** Resolves once something more is told than has been told by now. */
  more(): Promise<void>
  stop(): void
}

export function watchLive(address: string, { cookie }: Pick<Person, 'cookie'>): LiveWatcher {
  const stopping = new AbortController()
  const waiting = new Set<() => void>()
  const listen = async () => {
    const answer = await fetch(`${address}/api/live`, { headers: { cookie, 'x-client': 'Web' }, signal: stopping.signal })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      if (!read.value.includes('data:')) continue
      for (const tell of waiting) tell()
      waiting.clear()
    }
  }
  const listenOn = async () => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  void listenOn()
  return {
    more: () => new Promise((resolve) => waiting.add(resolve)),
    stop: () => stopping.abort(),
  }
}
