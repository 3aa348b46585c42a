import { setTimeout as wait } from 'node:timers/promises'
import { openRawSocket, type RawSocket } from '../support/raw-socket.ts'
import type { Trial } from '../support/trial.ts'
import { startTargetApp, type TargetApp } from './target-app.ts'

const size = {
  short: { seconds: 2, slow: 60, streams: 20, flooders: 12 },
  long: { seconds: 60, slow: 500, streams: 300, flooders: 40 },
}
/** Allowed growth of resident memory: enough for the connections, not for their data. */
const maxMegabytes = 400
/** A legitimate request without a response in this time is lost. */
const timeoutMs = 10_000
/** Limit of open streams per account and process. */
const streamsPerAccount = 12

type Attack = { app: TargetApp; until: AbortSignal; token: string }
type Size = (typeof size)['long']

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

/**
 * Concurrently: connections that send headers byte by byte, incomplete bodies, readers that never read, one account that opens
 * endless streams, password guesses and useless requests at full speed. Legitimate users work meanwhile.
 */
export const floods: Trial = {
  name: 'floods and slow clients',
  run: async ({ length, print }) => {
    const how: Size = size[length]
    const app = await startTargetApp('gya_bench_floods')
    const attacking = new AbortController()
    const open: RawSocket[] = []
    try {
      const honest = await app.token(await app.addPerson('honest@people.example'))
      const streamer = await app.token(await app.addPerson('streams@people.example'))
      await legitimateCall(app, honest)
      const quiet = await app.megabytes()
      const attack: Attack = { app, until: attacking.signal, token: streamer }
      open.push(...(await connections(attack, how)))
      const streams = await openStreams(attack, how.streams)
      open.push(...streams)
      print(`${open.length} connections that send or read nothing are open.`)
      const flooding = flood(attack, how.flooders)
      const peak = { megabytes: 0 }
      const work = await legitimateTraffic(app, honest, { seconds: how.seconds, print }, async () => {
        peak.megabytes = Math.max(peak.megabytes, await app.megabytes())
      })
      attacking.abort()
      const answers = await flooding
      const letIn = streams.filter((stream) => stream.received().includes('HTTP/1.1 200')).length
      const left = length === 'long' ? await waitForDisconnects(open.slice(0, how.slow * 2), print) : 0
      const added = peak.megabytes - quiet
      return {
        tried: {
          'slow connections': how.slow * 3,
          'streams of one account': streams.length,
          'calls of the flood that were answered': answers.length,
          'honest calls': work.answered + work.lost,
        },
        lost: {
          'honest calls without an answer': work.lost,
          'answers of a fault of the server': answers.filter((status) => status >= 500 && status !== 503).length,
          'guesses that were let in': answers.filter((status) => status === 200).length,
          'streams beyond what one account may have': Math.max(0, letIn - streamsPerAccount),
          'processes that ended': (await isUp(app)) ? 0 : 1,
          'megabytes beyond what a flood may take': Math.max(0, Math.round(added - maxMegabytes)),
          'slow connections that were not ended': left,
        },
        figures: {
          'streams, by status': countedIn(streams.map(statusOf)),
          'flood, by status': countedIn(answers),
          'honest call, median': `${work.median.toFixed(0)} ms`,
          longest: `${work.longest.toFixed(0)} ms`,
          'memory before': `${quiet.toFixed(0)} MB`,
          'at most': `${peak.megabytes.toFixed(0)} MB`,
        },
      }
    } finally {
      attacking.abort()
      for (const connection of open) connection.close()
      await app.stop()
    }
  },
}

const statusOf = (stream: RawSocket): number => Number(/^HTTP\/1\.1 (\d+)/.exec(stream.received())?.[1] ?? 0)

const countedIn = (statuses: number[]): string =>
  [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} × ${status}`).join(', ')

const isUp = async ({ product }: TargetApp): Promise<boolean> => (await fetch(`${product.address}/healthz`)).ok

/** Three kinds of slow clients: headers, bodies, readers; the readers last. */
async function connections({ app, until }: Attack, { slow }: Size): Promise<RawSocket[]> {
  const { address } = app.product
  const all: RawSocket[] = []
  for (let n = 0; n < slow; n += 1) {
    const [headers, body, reader] = await Promise.all([openRawSocket(address), openRawSocket(address), openRawSocket(address)])
    headers.write('GET /api/user/me HTTP/1.1\r\nHost: gya.example\r\nX-Slow: ')
    body.write(
      lines('POST /api/auth/login HTTP/1.1', 'Host: gya.example', 'Content-Type: application/json', 'Content-Length: 1000000'),
    )
    body.write('{"email":"')
    reader.socket.pause()
    for (let times = 0; times < 20; times += 1) reader.write(lines('GET /api/openapi.json HTTP/1.1', 'Host: gya.example'))
    all.push(headers, body, reader)
  }
  void dripHeaders(
    all.filter((_, index) => index % 3 === 0),
    until,
  )
  return [0, 1, 2].flatMap((kind) => all.filter((_, index) => index % 3 === kind))
}

/** Sends a header byte now and then, so that no connection is idle. */
async function dripHeaders(slow: RawSocket[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    for (const connection of slow) connection.write('x')
    await wait(500, undefined, { signal: until }).catch(() => {})
  }
}

async function openStreams({ app, token }: Attack, count: number): Promise<RawSocket[]> {
  const streams = await Promise.all(Array.from({ length: count }, () => openRawSocket(app.product.address)))
  for (const stream of streams)
    stream.write(lines('GET /api/live HTTP/1.1', 'Host: gya.example', `Authorization: Bearer ${token}`))
  // A connection closed without a response was not accepted either.
  await Promise.allSettled(streams.map((stream) => stream.waitFor(/HTTP\/1\.1 \d+/)))
  return streams
}

/** Clients that send the next request immediately; returns the statuses. */
async function flood({ app, until }: Attack, flooders: number): Promise<number[]> {
  const { address } = app.product
  const statuses: number[] = []
  const ask = async (path: string, init: RequestInit) => {
    try {
      const answer = await fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
      await answer.arrayBuffer()
      // A public page is not a successful guess.
      statuses.push(path === '/api/docs' && answer.status === 200 ? 304 : answer.status)
    } catch {
      // A refused connection.
    }
  }
  const kinds: ((n: number) => Promise<void>)[] = [
    (n) =>
      ask('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n % 250}` },
        body: JSON.stringify({ email: `guess-${n}@people.example`, password: 'Wrong-Password-2026' }),
      }),
    () => ask('/api/user/me', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }),
    (n) => ask(`/api/nothing/${n}`, {}),
    () => ask('/api/docs', {}),
  ]
  await Promise.all(
    Array.from({ length: flooders }, async (_, flooder) => {
      for (let n = flooder; !until.aborted; n += flooders) await kinds[flooder % kinds.length]?.(n)
    }),
  )
  return statuses
}

async function legitimateCall({ product }: TargetApp, token: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${product.address}/api/company/list`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`An honest call was answered ${answer.status}.`)
  return performance.now() - began
}

/** Sequential requests for this long. */
async function legitimateTraffic(
  app: TargetApp,
  token: string,
  { seconds, print }: { seconds: number; print(line: string): void },
  look: () => Promise<void>,
) {
  const times: number[] = []
  let lost = 0
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    await legitimateCall(app, token).then(
      (ms) => times.push(ms),
      (error: unknown) => {
        lost += 1
        print(String(error))
      },
    )
    await look()
  }
  times.sort((a, b) => a - b)
  return { answered: times.length, lost, median: times[times.length >> 1] ?? 0, longest: times.at(-1) ?? 0 }
}

/** The server must close incomplete requests; returns how many it did not close. */
async function waitForDisconnects(slow: RawSocket[], print: (line: string) => void): Promise<number> {
  print(
    'The slow connections are waited for: those without headers are ended after 15 s, those that send nothing after two minutes.',
  )
  const all = Promise.all(slow.map(({ ended }) => ended))
  await Promise.race([all, wait(180_000)])
  return slow.filter(({ socket }) => !socket.closed).length
}
