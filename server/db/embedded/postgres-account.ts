import { execFile } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../startup-errors.ts'

const run = promisify(execFile)

/** The user that PostgreSQL runs as, when it is not the user of this process. */
export type Account = { uid: number; gid: number }

/** Folder of what belongs to the machine and not to one user: binaries and data of an application started by root. */
export const machineFolder = '/var/lib/gya'

/**
 * PostgreSQL refuses to run as root ("The embedded PostgreSQL", architecture document). Started by root, it runs as the
 * owner of an existing database folder, else as the system user `gya`, made when there is none, else as `nobody`.
 * Null: as whoever runs this process.
 */
export async function postgresAccount(clusterFolder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(clusterFolder).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = (await accountNamed('gya')) ?? (await makeAccount()) ?? (await accountNamed('nobody'))
  if (!account)
    throw new StartError(
      'PostgreSQL does not run as root, and neither of the users gya and nobody exists here: make a user gya, or set DATABASE_URL.',
    )
  return account
}

async function accountNamed(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

/** Asked again after a failure: another start may have made the user a moment ago, or may hold the lock of the user list. */
async function makeAccount(): Promise<Account | null> {
  const request = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    machineFolder,
    '--shell',
    '/usr/sbin/nologin',
    'gya',
  ]
  for (let attempt = 0; attempt < 5; attempt++) {
    const missing = await run('useradd', request).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    const account = await accountNamed('gya')
    if (account || missing) return account
    await new Promise((wake) => setTimeout(wake, 200))
  }
  return null
}

/**
 * The folder on the way to `path` that `account` (null: a user with no rights of its own) cannot enter, or null when it
 * can enter them all. Judged by mode bits; folders that do not exist yet are passed over.
 */
export function findInaccessibleFolder(path: string, account: Account | null): string | null {
  for (let folder = nearestExisting(resolve(path)); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const mayEnter = uid === account?.uid ? mode & 0o100 : gid === account?.gid ? mode & 0o010 : mode & 0o001
    if (!mayEnter) return folder
    if (folder === dirname(folder)) return null
  }
}

function nearestExisting(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return nearestExisting(dirname(path))
  }
}

const fileErrorReasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'there is a file where a folder is needed',
  EEXIST: 'there is a file where a folder is needed',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

const fileErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What the operating system refused, in words for the operator. */
export const describeFileError = (error: unknown) => fileErrorReasons[fileErrorCode(error)] ?? String(error)

export const isAlreadyExistsError = (error: unknown) => ['EEXIST', 'ENOTEMPTY'].includes(fileErrorCode(error))
