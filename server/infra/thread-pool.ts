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
type Job<Out> = { input: unknown; resolve: (value: Out) => void; reject: (error: Error) => void }

/**
 * Runs tasks in worker threads. A task rejects if the script reports an error, if it times out, or if its thread dies; other
 * tasks are not affected.
 */
export function threadPool<Out>({
  script,
  maxThreads,
  timeoutMs,
  idleTimeoutMs: idleMs,
}: Options): (input: unknown) => Promise<Out> {
  const idle: IdleWorker[] = []
  const queue: Job<Out>[] = []
  let running = 0

  const startNext = (): void => {
    const job = running < maxThreads ? queue.shift() : undefined
    if (!job) return
    running += 1
    const reused = idle.pop()
    clearTimeout(reused?.end)
    const worker = reused?.worker ?? new Worker(script, { resourceLimits })
    worker.removeAllListeners()
    // A busy thread keeps the process alive, an idle one does not.
    worker.ref()
    const end = (settle: () => void, isAlive: boolean): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      worker.unref()
      if (isAlive) keepIdle(idle, worker, idleMs)
      else void worker.terminate()
      running -= 1
      settle()
      startNext()
    }
    const fail = (error: Error): void => end(() => job.reject(error), false)
    const timer = setTimeout(() => fail(new Error('The task timed out and was terminated.')), timeoutMs)
    worker.once('message', (answer: Answer<Out>) =>
      end(() => ('value' in answer ? job.resolve(answer.value) : job.reject(new Error(answer.error))), true),
    )
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The worker thread exited.')))
    worker.postMessage(job.input, [])
  }

  return (input) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ input, resolve, reject })
      startNext()
    })
}

type IdleWorker = { worker: Worker; end: NodeJS.Timeout }

// A small young generation: the objects of a document survive it anyway, and V8 does not return its memory.
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Keeps a thread for the next task until it dies or times out. */
function keepIdle(idle: IdleWorker[], worker: Worker, idleMs: number): void {
  const end = setTimeout(() => void worker.terminate(), idleMs).unref()
  const entry = { worker, end }
  const forget = (): void => {
    clearTimeout(end)
    const at = idle.indexOf(entry)
    if (at >= 0) idle.splice(at, 1)
  }
  worker.once('error', forget)
  worker.once('exit', forget)
  idle.push(entry)
}
