import { expect, test, vi } from 'vitest'
import { threadPool } from './thread-pool.ts'

/** A thread that does what it is told: answers, says it cannot, throws, ends, never answers. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', (order) => {
    if (order === 'die') process.exit(1)
    if (order === 'throw') throw new Error('thrown')
    if (order === 'hang') for (;;);
    if (order === 'which') order = String(threadId)
    parentPort.postMessage(order === 'refuse' ? { error: 'refused' } : { value: order })
  })
`)}`,
)

const work = threadPool<string>({ script, maxThreads: 2, timeoutMs: 2_000, idleTimeoutMs: 60_000 })
const settled = async (orders: string[]) =>
  (await Promise.allSettled(orders.map(work))).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason.message)))

test('A thread that dies, throws or never answers takes only its own work with it', async () => {
  expect(await settled(['a', 'die', 'b', 'throw', 'c', 'refuse', 'd', 'hang', 'e'])).toEqual([
    'a',
    'The thread that did this ended.',
    'b',
    'thrown',
    'c',
    'refused',
    'd',
    'This took too long and was ended.',
    'e',
  ])
  expect(await settled(['f'])).toEqual(['f'])
})

test('A thread is used again while it waits; one that waited too long is ended, and the next work has another', async () => {
  const patient = threadPool<string>({ script, maxThreads: 1, timeoutMs: 2_000, idleTimeoutMs: 60_000 })
  expect(await patient('which')).toBe(await patient('which'))
  const hasty = threadPool<string>({ script, maxThreads: 1, timeoutMs: 2_000, idleTimeoutMs: 0 })
  const first = await hasty('which')
  await vi.waitUntil(async () => (await hasty('which')) !== first)
})
