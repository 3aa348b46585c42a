import type { MailServer } from '../../emails/send-mail.ts'
import type { Task } from '../../jobs/queue.ts'
import { FileNotFoundError, type FileStore } from '../files/file-store.ts'
import type { Meters } from './meters.ts'
import { errorKind, runInContext, traced } from './request-context.ts'
import type { Tracing } from './tracing.ts'

/** Adds metrics (`gya_file_store_…`) and child spans to a file store. */
export function instrumentFileStore(files: FileStore, meters: Meters): FileStore {
  const observed = async <T>(operation: string, act: () => Promise<T>): Promise<T> => {
    const timed = meters.files.startTimer({ operation })
    try {
      return await traced(`file store ${operation}`, {}, act)
    } catch (error) {
      if (!(error instanceof FileNotFoundError)) meters.fileFailures.inc({ operation })
      throw error
    } finally {
      timed()
    }
  }
  return {
    ...files,
    put: (...given) => observed('put', () => files.put(...given)),
    read: (...given) => observed('read', () => files.read(...given)),
    size: (...given) => observed('size', () => files.size(...given)),
    remove: (...given) => observed('remove', () => files.remove(...given)),
    check: () => observed('check', () => files.check()),
  }
}

/** Adds a counter (`gya_mail_tries_total`) and child spans to a mail transport. */
export function instrumentMailServer(transport: MailServer, meters: Meters): MailServer {
  return {
    sendMail: async (message) => {
      try {
        const told = await traced('mail server send', {}, () => transport.sendMail(message))
        meters.mails.inc({ outcome: 'taken' })
        return told
      } catch (error) {
        meters.mails.inc({ outcome: 'failed' })
        throw error
      }
    },
  }
}

/** Adds metrics (`gya_job_seconds`) and a trace to each job. */
export const instrumentJobs = (tasks: Record<string, Task>, meters: Meters, tracing: Tracing | null): Record<string, Task> =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [
      task,
      async (payload) => {
        const span = tracing?.startTrace(`job ${task}`, { 'gya.job': task }) ?? null
        const timed = meters.jobs.startTimer({ task })
        try {
          await runInContext({ job: task, span }, () => work(payload))
          timed({ outcome: 'done' })
          span?.end()
        } catch (error) {
          timed({ outcome: 'failed' })
          span?.end({}, errorKind(error))
          throw error
        }
      },
    ]),
  )
