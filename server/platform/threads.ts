import { Worker } from 'node:worker_threads'

type Options = {
  /** What runs in each thread: it answers every message by `{ value }` or `{ error }`. */
  script: URL
  /** So many work at once; the rest wait their turn. */
  atOnce: number
  /** Milliseconds after which a thread is ended and its work rejected. */
  longest: number
}
type Answer<Out> = { value: Out } | { error: string }
type Job<Out> = { input: unknown; done: (value: Out) => void; failed: (error: Error) => void }

/**
 * Work in threads of its own, so that this one goes on meanwhile. It rejects when the script says so, when it takes too
 * long, or when its thread dies; the work beside and after it is done all the same.
 */
export function inThreads<Out>({ script, atOnce, longest }: Options): (input: unknown) => Promise<Out> {
  const idle: Worker[] = []
  const waiting: Job<Out>[] = []
  let working = 0

  const workOn = (): void => {
    const job = working < atOnce ? waiting.shift() : undefined
    if (!job) return
    working += 1
    const worker = idle.pop() ?? new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.removeAllListeners()
    // While it works it keeps the process; while it waits it does not.
    worker.ref()
    const end = (settle: () => void, isAlive: boolean): void => {
      clearTimeout(timer)
      worker.removeAllListeners()
      worker.unref()
      if (isAlive) keepIdle(idle, worker)
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

/** A thread that dies while it waits is forgotten. */
function keepIdle(idle: Worker[], worker: Worker): void {
  const forget = (): void => {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  }
  worker.once('error', forget)
  worker.once('exit', forget)
  idle.push(worker)
}
