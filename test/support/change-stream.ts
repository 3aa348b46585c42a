import { LiveChange } from '@gya/domain/features/live/live.contract.ts'

export type ChangeStream = {
  status: number
  headers: Headers
  /** The next change that is told; null when the stream has ended. */
  next(): Promise<LiveChange | null>
  close(): void
}

/** Watches changes as a browser does, over a socket, as the one whose session the token opens. */
export async function openChangeStream(address: string, token: string, query = ''): Promise<ChangeStream> {
  const leaving = new AbortController()
  const answer = await fetch(`${address}/api/live${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  // Read from at once: a body that nobody reads yet is let go of together with its answer.
  const text = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())
  const changes = changesIn(text)
  return {
    status: answer.status,
    headers: answer.headers,
    next: async () => (await changes.next()).value ?? null,
    close: () => leaving.abort(),
  }
}

async function* changesIn(pieces: ReadableStream<string>): AsyncGenerator<LiveChange, undefined> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) if (event.startsWith('data: ')) yield LiveChange.parse(JSON.parse(event.slice('data: '.length)))
  }
  return undefined
}
