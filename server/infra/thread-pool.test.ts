import { expect, test, vi } from 'vitest'
import { threadPool } from './thread-pool.ts'

/** A worker that succeeds, reports an error, throws, exits or hangs as instructed. */
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

test('threadPool rejects only the task whose thread exits, throws or hangs', async () => {
  expect(await settled(['a', 'die', 'b', 'throw', 'c', 'refuse', 'd', 'hang', 'e'])).toEqual([
    'a',
    'The worker thread exited.',
    'b',
    'thrown',
    'c',
    'refused',
    'd',
    'The task timed out and was terminated.',
    'e',
  ])
  expect(await settled(['f'])).toEqual(['f'])
})

test('threadPool reuses an idle thread until its idle timeout', async () => {
  const longIdle = threadPool<string>({ script, maxThreads: 1, timeoutMs: 2_000, idleTimeoutMs: 60_000 })
  expect(await longIdle('which')).toBe(await longIdle('which'))
  const noIdle = threadPool<string>({ script, maxThreads: 1, timeoutMs: 2_000, idleTimeoutMs: 0 })
  const first = await noIdle('which')
  await vi.waitUntil(async () => (await noIdle('which')) !== first)
})
