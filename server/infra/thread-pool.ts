import { Worker } from 'node:worker_threads'

type Options = {
  /** The worker script. It answers every message with `{ value }` or `{ error }`. */
  script: URL
  maxThreads: number
  /** Milliseconds after which a task is rejected and its thread terminated. */
  timeoutMs: number
  /** Milliseconds after which an idle thread is terminated, to release its memory. */
  idleTimeoutMs: number
}
type Answer<Out> = { value: Out } | { error: string }
type Job<Out> = { input: unknown; done: (value: Out) => void; failed: (error: Error) => void }

/**
 * Runs tasks in worker threads. A task rejects if the script reports an error, if it times out, or if its thread dies; other
 * tasks are not affected.
 */
export function threadPool<Out>({
  script,
  maxThreads: atOnce,
  timeoutMs: longest,
  idleTimeoutMs: waits,
}: Options): (input: unknown) => Promise<Out> {
  const idle: IdleWorker[] = []
  const waiting: Job<Out>[] = []
  let working = 0

  const workOn = (): void => {
    const job = working < atOnce ? waiting.shift() : undefined
    if (!job) return
    working += 1
    const kept = idle.pop()
    clearTimeout(kept?.end)
    const worker = kept?.worker ?? new Worker(script, { resourceLimits })
    worker.removeAllListeners()
    // A busy thread keeps the process alive, an idle one does not.
    worker.ref()
    const end = (settle: () => void, isAlive: boolean): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      worker.unref()
      if (isAlive) keepIdle(idle, worker, waits)
      else void worker.terminate()
      working -= 1
      settle()
      workOn()
    }
    const fail = (error: Error): void => end(() => job.failed(error), false)
    const timer = setTimeout(() => fail(new Error('The task timed out and was terminated.')), longest)
    worker.once('message', (answer: Answer<Out>) =>
      end(() => ('value' in answer ? job.done(answer.value) : job.failed(new Error(answer.error))), true),
    )
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The worker thread exited.')))
    worker.postMessage(job.input, [])
  }

  return (input) =>
    new Promise<Out>((done, failed) => {
      waiting.push({ input, done, failed })
      workOn()
    })
}

type IdleWorker = { worker: Worker; end: NodeJS.Timeout }

// A small young generation: the objects of a document survive it anyway, and V8 does not return its memory.
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Keeps a thread for the next task until it dies or times out. */
function keepIdle(idle: IdleWorker[], worker: Worker, waits: number): void {
  const end = setTimeout(() => void worker.terminate(), waits).unref()
  const kept = { worker, end }
  const forget = (): void => {
    clearTimeout(end)
    const at = idle.indexOf(kept)
    if (at >= 0) idle.splice(at, 1)
  }
  worker.once('error', forget)
  worker.once('exit', forget)
  idle.push(kept)
}
