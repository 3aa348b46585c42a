import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'
import { makeCertificate, waitForPort } from './nginx.ts'

const program = findProgram('dovecot')

/** Dovecot changes its user, which only root may. */
export const canRunDovecot = program !== undefined && process.getuid?.() === 0

type MaildirFolder = 'INBOX' | 'Sent'

export type Dovecot = {
  host: string
  port: number
  /** Its certificate. */
  certificate: string
  userName: string
  setPassword(password: string): Promise<void>
  /** A message in a folder that arrived at a time. */
  put(folder: MaildirFolder, name: string, raw: string, at: string): Promise<void>
  /** Every file of a message with its flags (which are in its name), size and time. */
  messages(): Promise<string[]>
  stop(): Promise<void>
}

const nobody = 65_534

/** Debian's Dovecot with one mailbox in a Maildir, by IMAP over TLS. `tokenInfo`: the address that says whose an access token is. */
export async function startDovecot({ tokenInfo }: { tokenInfo: string }): Promise<Dovecot> {
  if (!program) throw new Error('There is no Dovecot on this machine.')
  const folder = await mkdtemp(join(tmpdir(), 'gya-dovecot-'))
  await chmod(folder, 0o755)
  const host = 'localhost'
  const userName = 'sales@alder.example'
  const certificate = await makeCertificate(folder, host)
  const folders: Record<MaildirFolder, string> = { INBOX: join(folder, 'mail'), Sent: join(folder, 'mail/.Sent') }
  for (const path of [
    'run',
    'mail',
    ...Object.values(folders).flatMap((one) => ['', 'new', 'cur', 'tmp'].map((name) => join(one, name))),
  ]) {
    const whole = path.startsWith('/') ? path : join(folder, path)
    await mkdir(whole, { recursive: true })
    await chown(whole, nobody, nobody)
  }
  const setPassword = (password: string) => writeFile(join(folder, 'users'), `${userName}:{PLAIN}${password}\n`)
  await setPassword('unknown')
  const oauth2 = `tokeninfo_url = ${tokenInfo}?access_token=\nusername_attribute = email\n`
  await writeFile(join(folder, 'oauth2'), oauth2)
  const port = await freePort()
  const file = join(folder, 'dovecot.conf')
  await writeFile(
    file,
    `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail
first_valid_uid = 0
default_internal_user = nobody
default_internal_group = nogroup
default_login_user = nobody
auth_failure_delay = 0
auth_mechanisms = plain xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    special_use = \\Sent
  }
}
`,
  )
  const child = spawn(program, ['-F', '-c', file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([
    waitForPort(port),
    ended.then(async () => Promise.reject(new Error(await readFile(join(folder, 'log'), 'utf8')))),
  ])
  return {
    host,
    port,
    certificate,
    userName,
    setPassword,
    async put(of, name, raw, at) {
      const path = join(folders[of], 'new', name)
      await writeFile(path, raw)
      await chown(path, nobody, nobody)
      await utimes(path, new Date(at), new Date(at))
    },
    async messages() {
      const paths = Object.values(folders).flatMap((one) => ['new', 'cur', 'tmp'].map((name) => join(one, name)))
      const files = await Promise.all(paths.map(async (path) => (await readdir(path)).map((name) => join(path, name))))
      const described = files.flat().map(async (path) => {
        const { size, mtimeMs } = await stat(path)
        return `${path} ${size} ${mtimeMs}`
      })
      return (await Promise.all(described)).toSorted()
    },
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
