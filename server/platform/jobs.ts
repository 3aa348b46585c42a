import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'

/** What graphile-worker's tasks are given here: the payload that `addJob` wrote. */
export type Task = (payload: Record<string, unknown>) => Promise<void>

/** Starts working the queue; several processes may, each job runs in one. `stop` lets running jobs end. */
export async function startJobs(pool: pg.Pool, tasks: Record<string, Task>, log: (level: 'info' | 'error', line: string) => void): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as Record<string, unknown>)]))
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') log('error', String(message).split('\n')[0] ?? '')
  })
  return run({ pgPool: pool, taskList, concurrency: 2, pollInterval: 2_000, noHandleSignals: true, logger })
}
