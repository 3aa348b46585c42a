import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs'

/** Exit code, or the signal that ended the process. */
type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

export type AppProcess = {
  address: string
  pid: number
  /** Lines of standard error. */
  said: string[]
  /** Resolves with the first line that matches. */
  hear(wanted: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
  ended: Promise<ExitStatus>
  /** Stops it with SIGTERM and waits for its exit. */
  stop(): Promise<ExitStatus>
}

/** `flags`: additional Node.js flags. */
type StartOptions = { port: number; env: Record<string, string>; flags?: readonly string[] }

const repository = join(import.meta.dirname, '../..')

/**
 * Starts the complete app like `npm run serve`, with an embedded PostgreSQL unless `DATABASE_URL` is set. Resolves when it is
 * ready.
 */
export async function startApp({ port, env, flags = [] }: StartOptions): Promise<AppProcess> {
  const child = spawn(process.execPath, [...serverFlags, ...flags, 'server/main.ts'], {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      PLATFORM_SECOND_FACTOR: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      ...serverEnvironment,
      // No e-mail is sent without an explicit mail server.
      ...(env.SMTP_URL || env.DEMO === '1' ? {} : { MAIL: 'keep' }),
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const said: string[] = []
  const lines = createInterface(child.stderr)
  lines.on('line', (line) => said.push(line))
  const ended = once(child, 'close').then(([code, signal]): ExitStatus => {
    process.off('exit', endWithUs)
    return { code, signal }
  })
  const hear = waitForLine({ said, lines, ended })
  await hear(/^GYA is ready at/)
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    said,
    hear,
    kill: (signal) => void child.kill(signal),
    ended,
    stop: () => stopped(child, ended),
  }
}

const waitForLine =
  ({ said, lines, ended }: { said: string[]; lines: ReturnType<typeof createInterface>; ended: Promise<ExitStatus> }) =>
  (wanted: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const line = said.find((one) => wanted.test(one))
        if (line === undefined) return false
        lines.off('line', look)
        resolve(line)
        return true
      }
      if (look()) return
      lines.on('line', look)
      void ended.then(() => look() || reject(new Error(`The product ended; it said:\n${said.join('\n')}`)))
    })

async function stopped(child: ChildProcess, ended: Promise<ExitStatus>): Promise<ExitStatus> {
  child.kill('SIGTERM')
  return ended
}
