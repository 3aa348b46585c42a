import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from './run-child.mjs'

/** The path of the first of these programs that the machine has; undefined where it has none. */
export function programOfTheMachine(...names) {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Installs packages of Debian where this is Debian and we are root; elsewhere, and where it fails, the machine stays as it is. */
export async function installDebianPackages(...packages) {
  if (!isDebian() || process.getuid?.() !== 0) return
  console.log(`Installing ${packages.length === 1 ? 'the package' : 'the packages'} ${packages.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  await quietly('apt-get', [...wait, 'update', '-q'], env)
  await quietly('apt-get', [...wait, 'install', '-y', '-q', '--no-install-recommends', ...packages], env)
}

/** Shows what the command printed only when it fails. */
export async function quietly(command, args, env) {
  let output = ''
  const code = await runChild(command, args, { env }, (text) => (output += text)).catch((error) => {
    output += error.message
    return 1
  })
  if (code !== 0) console.error(output.trim().split('\n').slice(-8).join('\n'))
  return code === 0
}
