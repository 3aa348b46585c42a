import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postfixRoot } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'
import { waitForPort } from './nginx.ts'

const programs = join(postfixRoot, 'usr/lib/postfix/sbin')

/** Postfix changes its user, which only root may. Its own is not installed with its files; it runs as that of Exim. */
const owner = 'Debian-exim'

export const canRunPostfix = existsSync(join(programs, 'master')) && process.getuid?.() === 0

export type Postfix = { port: number; queued(): Promise<number>; log(): Promise<string>; stop(): Promise<void> }

const services = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
smtp unix - - n - - smtp
relay unix - - n - - smtp
retry unix - - n - - error
scache unix - - n - 1 scache
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`

type Relaying = {
  /** Where mail to other domains goes. */
  othersPort?: number
  /** Of a milter that changes what is relayed. */
  milterPort?: number
}

/** Debian's Postfix as a relay in front of a receiver at a port, by STARTTLS where that is offered, as in `ops/mail/postfix.cf`. */
export async function startPostfix(
  receiverPort: number,
  domain: string,
  { othersPort, milterPort }: Relaying = {},
): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'gya-postfix-'))
  await chmod(folder, 0o755)
  const uid = Number((await promisify(execFile)('id', ['-u', owner])).stdout)
  const owned = async (path: string, mode: number) => {
    await mkdir(join(folder, path), { recursive: true })
    await chmod(join(folder, path), mode)
    await chown(join(folder, path), uid, 0)
  }
  await mkdir(join(folder, 'queue/pid'), { recursive: true })
  for (const name of ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'private', 'saved'])
    await owned(`queue/${name}`, 0o700)
  for (const name of ['queue/maildrop', 'queue/public', 'data']) await owned(name, 0o730)
  await mkdir(join(folder, 'etc'))
  const port = await freePort()
  await writeFile(join(folder, 'etc/master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${services}`)
  await writeFile(
    join(folder, 'etc/main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = ${postfixRoot}/usr/sbin
daemon_directory = ${programs}
mail_owner = ${owner}
setgid_group = mail
default_privs = nobody
import_environment = MAIL_CONFIG LANG=C LD_LIBRARY_PATH
export_environment = MAIL_CONFIG LANG LD_LIBRARY_PATH
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = relay.example
mydestination =
mynetworks = 127.0.0.0/8
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
smtpd_peername_lookup = no
smtpd_relay_restrictions = permit_mynetworks, reject
relay_domains = ${domain}
transport_maps = inline:{ ${domain}=smtp:[127.0.0.1]:${receiverPort} }
default_transport = smtp:[127.0.0.1]:${othersPort ?? receiverPort}
smtpd_milters = ${milterPort === undefined ? '' : `inet:127.0.0.1:${milterPort}`}
smtp_send_xforward_command = yes
smtp_tls_security_level = may
smtp_tls_loglevel = 1
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
`,
  )
  const env = { ...process.env, LD_LIBRARY_PATH: join(postfixRoot, 'usr/lib/postfix') }
  const child = spawn(join(programs, 'master'), ['-c', join(folder, 'etc'), '-d'], { stdio: 'ignore', env })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await waitForPort(port)
  const waiting = async (name: string) =>
    (await readdir(join(folder, 'queue', name), { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length
  return {
    port,
    queued: async () => (await waiting('incoming')) + (await waiting('active')) + (await waiting('deferred')),
    log: () => readFile(join(folder, 'log'), 'utf8'),
    stop: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
