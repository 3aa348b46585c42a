/**
 * `npm run dev`: the server, restarted when its files change, and Vite with hot reload, which proxies API requests to the
 * server. PostgreSQL is started here, so that it survives server restarts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { defaultDataDir, startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts'
import { StartError } from '../server/startup-errors.ts'
import { toolCommand } from './tools.mjs'

const root = join(import.meta.dirname, '..')
const askedToEnd = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
})

try {
  await develop()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function develop(): Promise<void> {
  const postgres = process.env.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: defaultDataDir(process.env, root), log: console.log })
  try {
    await serve({ DEMO: '1', ...process.env, ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  } finally {
    await postgres?.stop()
  }
}

/** Until Ctrl-C, or until one of them exits. */
async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  console.log(`The app, reloaded on change: http://127.0.0.1:5173    the server: http://127.0.0.1:${env.PORT ?? 3000}`)
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  const [command, ...args] = toolCommand('vite')
  const vite = spawn(command, [...args, '--port', '5173', '--strictPort', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    env,
    stdio: 'inherit',
  })
  const ends = [server, vite].map((child) => once(child, 'exit'))
  await Promise.race([...ends, askedToEnd])
  for (const child of [server, vite]) child.kill('SIGTERM')
  await Promise.all(ends)
}
