import { Worker } from 'node:worker_threads'

type Options = {
  /** What runs in each thread: it answers every message by `{ value }` or `{ error }`. */
  script: URL
  /** So many work at once; the rest wait their turn. */
  maxThreads: number
  /** Milliseconds after which a thread is ended and its work rejected. */
  timeoutMs: number
  /** Milliseconds that a thread waits for more work before it is ended and its memory given back. */
  idleTimeoutMs: number
}
type Answer<Out> = { value: Out } | { error: string }
type Job<Out> = { input: unknown; done: (value: Out) => void; failed: (error: Error) => void }

/**
 * Work in threads of its own, so that this one goes on meanwhile. It rejects when the script says so, when it takes too
 * long, or when its thread dies; the work beside and after it is done all the same.
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
    // While it works it keeps the process; while it waits it does not.
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
    const timer = setTimeout(() => fail(new Error('This took too long and was ended.')), longest)
    worker.once('message', (answer: Answer<Out>) =>
      end(() => ('value' in answer ? job.done(answer.value) : job.failed(new Error(answer.error))), true),
    )
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The thread that did this ended.')))
    worker.postMessage(job.input, [])
  }

  return (input) =>
    new Promise<Out>((done, failed) => {
      waiting.push({ input, done, failed })
      workOn()
    })
}

type IdleWorker = { worker: Worker; end: NodeJS.Timeout }

// A small young generation: what a document is made of is soon old, and room for more of it is never given back.
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Keeps a thread for the next work. One that dies while it waits, or waits for too long, is forgotten. */
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
