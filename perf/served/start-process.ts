import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs'

/**
 * Memory in megabytes: resident, V8 heap total and used, external buffers; open files and sockets, and threads, if the platform
 * reports them.
 */
export type Usage = {
  megabytes: number
  heap: number
  heapUsed: number
  external: number
  files: number
  threads: number
  cpuMs: number
}
export type ServedProcess = {
  address: string
  /** From process start until it listens. */
  readyAfterMs: number
  /** Current memory and processor time; `collected`: after garbage collection. */
  usage(asked?: 'usage' | 'collected'): Promise<Usage>
  stop(): Promise<void>
}

/** Starts one of the servers of this folder with production settings and waits until it listens. */
export async function startProcess(
  name: 'app-process' | 'floor-process',
  env: Record<string, string>,
  /** A module of this folder that is preloaded. */
  preload?: 'without-action-items',
): Promise<ServedProcess> {
  const started = performance.now()
  const child = fork(join(import.meta.dirname, `${name}.ts`), [], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...serverEnvironment, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [
      ...process.execArgv,
      ...serverFlags,
      '--expose-gc',
      ...(preload ? ['--import', pathToFileURL(join(import.meta.dirname, `${preload}.ts`)).href] : []),
    ],
  })
  const ended = once(child, 'exit')
  const first = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ])
  const { address } = first[0] as { address: string }
  return {
    address,
    readyAfterMs: performance.now() - started,
    usage: async (asked = 'usage') => {
      const answer = once(child, 'message')
      child.send(asked)
      return (await answer)[0] as Usage
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
