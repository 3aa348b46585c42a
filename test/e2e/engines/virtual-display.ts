import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { type EngineName, enginePath } from '../../../scripts/programs.mjs'

export type Display = { env: Record<string, string | undefined>; close(): Promise<void> }

/** Stops a process and waits until it has exited. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/**
 * A virtual display with a window manager. Headless is no substitute: in headless Firefox Enter does not click a button
 * and Back does not restore pages from the back/forward cache.
 */
export async function openDisplay(engine: EngineName): Promise<Display> {
  const server = spawn(
    enginePath(engine, 'Xvfb'),
    ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = (await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    once(server, 'close').then(() => Promise.reject(new Error('Xvfb ended before it was ready.'))),
  ])) as [Buffer]
  const env = {
    ...process.env,
    DISPLAY: `:${String(number).trim()}`,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'Europe/London',
  }
  const manager = spawn(enginePath(engine, 'openbox'), ['--sm-disable'], { env, stdio: 'ignore' })
  return {
    env,
    close: async () => {
      await stopProcess(manager)
      await stopProcess(server)
    },
  }
}
