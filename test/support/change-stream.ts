import { LiveChange } from '@gya/domain/features/live/live.contract.ts'

export type ChangeStream = {
  status: number
  headers: Headers
  /** The next change; null after the end of the stream. */
  next(): Promise<LiveChange | null>
  /** The latest position that the server has sent; '' without standbys. */
  position(): string
  close(): void
}

/** Opens the live change stream over a socket, as the owner of the session token. */
export async function openChangeStream(address: string, token: string, query = ''): Promise<ChangeStream> {
  const leaving = new AbortController()
  const answer = await fetch(`${address}/api/live${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  // Consume it immediately: an unread body is garbage-collected together with its response.
  const text = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())
  let position = ''
  const changes = changesIn(text, (told) => (position = told))
  return {
    status: answer.status,
    headers: answer.headers,
    next: async () => (await changes.next()).value ?? null,
    position: () => position,
    close: () => leaving.abort(),
  }
}

async function* changesIn(
  pieces: ReadableStream<string>,
  onPosition: (position: string) => void,
): AsyncGenerator<LiveChange, undefined> {
  const positionEvent = 'event: position\ndata: '
  let text = ''
  for await (const piece of pieces) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith(positionEvent)) onPosition(event.slice(positionEvent.length))
      if (event.startsWith('data: ')) yield LiveChange.parse(JSON.parse(event.slice('data: '.length)))
    }
  }
  return undefined
}
