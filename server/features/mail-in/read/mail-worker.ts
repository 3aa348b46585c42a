import { parentPort } from 'node:worker_threads'
import { checkSender } from './check-sender.ts'
import { parseMail } from './parse-mail.ts'
import type { MailTask } from './read-in-thread.ts'

/** The worker thread of read-in-thread.ts. */
async function perform(task: MailTask): Promise<unknown> {
  const parsed = await parseMail(task.raw, task.arrivedOn)
  // A check that fails is repeated later, as while DNS is away.
  const checks = await checkSender(task.raw, task.sender).catch(() => null)
  return { parsed, checks }
}

parentPort?.on('message', (task: MailTask) => {
  perform(task).then(
    (value) => parentPort?.postMessage({ value }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  )
})
