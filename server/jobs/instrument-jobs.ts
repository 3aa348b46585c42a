import type { Meters } from '../infra/telemetry/meters.ts'
import { errorKind, runInContext } from '../infra/telemetry/request-context.ts'
import type { Tracing } from '../infra/telemetry/tracing.ts'
import type { Task } from './queue.ts'

/** Adds metrics (`gya_job_seconds`) and a trace to each job. */
export const instrumentJobs = (tasks: Record<string, Task>, meters: Meters, tracing: Tracing | null): Record<string, Task> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload) => {
        const span = tracing?.startTrace(`job ${name}`, { 'gya.job': name }) ?? null
        const stopTimer = meters.jobs.startTimer({ task: name })
        try {
          await runInContext({ job: name, span }, () => task(payload))
          stopTimer({ outcome: 'done' })
          span?.end()
        } catch (error) {
          stopTimer({ outcome: 'failed' })
          span?.end({}, errorKind(error))
          throw error
        }
      },
    ]),
  )
