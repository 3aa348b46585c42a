import { execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'
import { waitForPort } from './nginx.ts'

const program = findProgram('exim4', 'exim')

/** Exim changes its user, which only root may. */
export const canRunExim = program !== undefined && process.getuid?.() === 0

export type Exim = { port: number; queued(): Promise<number>; stop(): Promise<void> }

/**
 * Debian's Exim as a relay in front of a receiver at a port, with everything else for another. It tries messages that were not accepted again
 * every second.
 */
export async function startExim(receiverPort: number, domain = '*', othersPort = receiverPort): Promise<Exim> {
  if (!program) throw new Error('There is no Exim on this machine.')
  const run = promisify(execFile)
  const user = 'Debian-exim'
  const id = async (kind: '-u' | '-g') => Number((await run('id', [kind, user])).stdout)
  const folder = await mkdtemp(join(tmpdir(), 'gya-exim-'))
  await chmod(folder, 0o755)
  for (const name of ['spool', 'log']) {
    await mkdir(join(folder, name))
    await chown(join(folder, name), await id('-u'), await id('-g'))
  }
  const port = await freePort()
  const file = join(folder, 'exim.conf')
  await writeFile(
    file,
    `spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
exim_path = ${program}
primary_hostname = relay.example
exim_user = ${user}
exim_group = ${user}
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
pid_file_path = ${folder}/spool/exim.pid
tls_advertise_hosts =
acl_smtp_rcpt = accept_all
begin acl
accept_all:
  accept
begin routers
all:
  driver = manualroute
  route_list = ${domain} 127.0.0.1::${receiverPort} ; * 127.0.0.1::${othersPort}
  self = send
  transport = on
begin transports
on:
  driver = smtp
  allow_localhost
begin retry
* * F,1h,1s
`,
  )
  const child = spawn(program, ['-C', file, '-bdf', '-q1s'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await waitForPort(port)
  return {
    port,
    queued: async () => Number((await run(program, ['-C', file, '-bpc'])).stdout.trim()),
    stop: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
