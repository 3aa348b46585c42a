import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { opendkimRoot } from '../../scripts/programs.mjs'
import { freePort } from '../../server/db/embedded/postmaster.ts'
import { waitForPort } from './nginx.ts'

const program = join(opendkimRoot, 'usr/sbin/opendkim')
const libraries = [`usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`, 'usr/lib']

export const canRunOpendkim = existsSync(program)

export type Opendkim = { port: number; stop(): Promise<void> }

/** Debian's OpenDKIM as a milter that signs what comes from this machine and is from the domain, with a PEM key. */
export async function startOpendkim(signs: { domain: string; selector: string; key: string }): Promise<Opendkim> {
  const folder = await mkdtemp(join(tmpdir(), 'gya-opendkim-'))
  const port = await freePort()
  await writeFile(join(folder, 'key.pem'), signs.key, { mode: 0o600 })
  const lines = [
    `Domain ${signs.domain}`,
    `Selector ${signs.selector}`,
    `KeyFile ${folder}/key.pem`,
    `Socket inet:${port}@127.0.0.1`,
  ]
  const file = join(folder, 'opendkim.conf')
  await writeFile(
    file,
    `${[...lines, 'Mode s', 'Canonicalization relaxed/simple', 'Syslog no', 'Background no', 'RequireSafeKeys no'].join('\n')}\n`,
  )
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.map((one) => join(opendkimRoot, one)).join(':') }
  const child = spawn(program, ['-f', '-x', file], { stdio: 'ignore', env })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await waitForPort(port)
  return {
    port,
    stop: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
