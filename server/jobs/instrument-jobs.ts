import type { Meters } from '../infra/telemetry/meters.ts'
import { errorKind, runInContext } from '../infra/telemetry/request-context.ts'
import type { Tracing } from '../infra/telemetry/tracing.ts'
import type { Task } from './queue.ts'

type Instruments = { meters: Meters; tracing: Tracing | null; log: (line: string) => void }

/** Adds metrics (`gya_job_seconds`), a trace and the log to each job. */
export const instrumentJobs = <Name extends string>(
  tasks: Record<Name, Task>,
  { meters, tracing, log }: Instruments,
): Record<Name, Task> =>
  Object.fromEntries(
    Object.entries<Task>(tasks).map(([name, task]): [string, Task] => [
      name,
      async (payload) => {
        const span = tracing?.startTrace(`job ${name}`, { 'gya.job': name }) ?? null
        const stopTimer = meters.jobs.startTimer({ task: name })
        try {
          await runInContext({ job: name, span, log }, () => task(payload))
          stopTimer({ outcome: 'done' })
          span?.end()
        } catch (error) {
          stopTimer({ outcome: 'failed' })
          span?.end({}, errorKind(error))
          throw error
        }
      },
    ]),
  ) as Record<Name, Task>
