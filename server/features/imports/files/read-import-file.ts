import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ImportFileError, type ImportFileErrorCode, unreadable } from './import-file-error.ts'
import type { ImportFileHead, ImportFileOptions, ImportFileRow } from './open-import-file.ts'

/** An open file. Its process ends after the last row, when iteration stops early, or on `close`. */
export type ImportFile = ImportFileHead & { rows: AsyncIterable<ImportFileRow>; close: () => Promise<void> }

export type Request = { path: string; options: ImportFileOptions } | { next: true }

export type Answer =
  | { started: true }
  | { head: ImportFileHead }
  | { batch: ImportFileRow[]; isDone: boolean }
  | { refused: { code: ImportFileErrorCode; words: string } }
  | { failed: string }

const script = fileURLToPath(new URL('./read-file-process.ts', import.meta.url))

/** Memory of JavaScript objects; all memory that a file can make the process use (buffers too); its processor time. */
const processLimits = { heapMegabytes: 512, dataKilobytes: 1_200_000, processorSeconds: 180 }
/** Timeout of one response in milliseconds. Opening 50 MB takes seconds. */
const timeoutMs = 120_000

/**
 * Opens a file of an import in a child process with a limit of memory and time, so that nothing that a file contains can end or block
 * the server (decision 92). The kind is detected from the content. Throws an `ImportFileError`, whose message is for the person who
 * uploaded it, if the file as a whole is refused or its process dies.
 */
export async function readImportFile(path: string, options: ImportFileOptions = {}, limits = processLimits): Promise<ImportFile> {
  const child = startProcess(limits)
  const close = (): Promise<void> => end(child)
  try {
    if (!('started' in (await answerOf(child, 'start')))) throw new Error('The process that reads files sent no start.')
    const head = await request(child, { path, options })
    if (!('head' in head)) throw new Error('The process that reads files sent no head.')
    return { ...head.head, rows: rowsOf(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The shell sets limits that a process of Node.js cannot set itself. Elsewhere than on Linux only the heap is limited. */
function startProcess({ heapMegabytes, dataKilobytes, processorSeconds }: typeof processLimits): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${heapMegabytes}`, script]
  // The system ends this process first if memory is short.
  const shell = `echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -c 0; ulimit -d ${dataKilobytes}; ulimit -S -t ${processorSeconds}; ulimit -H -t ${processorSeconds + 10}; exec "$0" "$@"`
  const [command = '', ...args] = process.platform === 'linux' ? ['/bin/sh', '-c', shell, ...node] : node
  // It needs no secret of the server.
  const child = spawn(command, args, { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
  // Whoever waits for an answer sees the error; it must not end the server when nobody does.
  return child.on('error', () => undefined)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function* rowsOf(child: ChildProcess): AsyncGenerator<ImportFileRow> {
  try {
    for (;;) {
      const answer = await request(child, { next: true })
      if (!('batch' in answer)) throw new Error('The process that reads files sent no rows.')
      yield* answer.batch
      if (answer.isDone) return
    }
  } finally {
    await end(child)
  }
}

type Wanted = Exclude<Answer, { refused: unknown } | { failed: unknown }>

function request(child: ChildProcess, message: Request): Promise<Wanted> {
  const answer = answerOf(child, 'file')
  // A process that has died is reported by its exit.
  child.send(message, () => undefined)
  return answer
}

/** The next response of the process. Rejects if it refuses the file, dies or times out. `phase`: what its death means. */
async function answerOf(child: ChildProcess, phase: 'start' | 'file'): Promise<Wanted> {
  if (hasEnded(child)) throw deathOf(phase, child.exitCode ?? child.signalCode)
  const ended = new AbortController()
  const { signal } = ended
  try {
    const [answer] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, name]) => Promise.reject(deathOf(phase, code ?? name))),
      setTimeout(timeoutMs, null, { signal, ref: false }).then(() => Promise.reject(tookTooLong())),
    ])) as [Answer]
    if ('refused' in answer) throw new ImportFileError(answer.refused.code, answer.refused.words)
    if ('failed' in answer) throw unreadable(damaged)
    return answer
  } finally {
    ended.abort()
  }
}

const damaged =
  'This file could not be read: it is damaged or was made in an unusual way. Open it in a spreadsheet program and save it again, or as .csv.'

const tookTooLong = (): Error => unreadable('This file could not be read: reading it took too long. Split it into several files.')

/** A process that dies while it reads a file has reached a limit. One that does not start is a fault of the machine. */
const deathOf = (phase: 'start' | 'file', reason: unknown): Error => {
  if (phase === 'start') return new Error(`The process that reads files did not start (${String(reason)}).`)
  return reason === 'SIGXCPU'
    ? tookTooLong()
    : unreadable('This file could not be read: it needs more memory than a file may use. Split it into several files.')
}
