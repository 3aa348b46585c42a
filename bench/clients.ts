import { Agent } from 'node:http'
import { percentile } from './measure.ts'
import { type RequestChange, sendRequest } from './served/ask.ts'

/** Milliseconds of the calls that were answered, and how many a second. */
export type ClientLoad = { perSecond: number; calls: number; p50: number; p95: number; p99: number }

type Load = {
  clients: number
  seconds: number
  headers: Record<string, string>
  /** What the clients change, turn after turn; without it they ask. */
  change?: (turn: number) => RequestChange
}

/** So many clients, each asking again as soon as it has its answer, over a kept-open connection of its own. */
export async function runClients(addresses: readonly string[], { clients, seconds, headers, change }: Load): Promise<ClientLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const started = performance.now()
  const ends = started + seconds * 1000
  const client = async (number: number): Promise<void> => {
    for (let turn = number; performance.now() < ends; turn += 1) {
      const from = performance.now()
      await sendRequest(addresses[turn % addresses.length] ?? '', headers, agent, change?.(turn))
      times.push(performance.now() - from)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  } finally {
    agent.destroy()
  }
  const took = (performance.now() - started) / 1000
  return {
    perSecond: times.length / took,
    calls: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}
