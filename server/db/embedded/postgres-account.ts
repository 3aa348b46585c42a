import { execFile } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../startup-errors.ts'

const run = promisify(execFile)

/** The account that PostgreSQL runs as, if not the current user. */
export type Account = { uid: number; gid: number }

/** Binaries and data of applications started by root. */
export const machineFolder = '/var/lib/gya'

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of an existing cluster, else as the system user
 * `gya`, created if missing, else as `nobody`. Null: the current user.
 */
export async function postgresAccount(clusterFolder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(clusterFolder).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = (await accountNamed('gya')) ?? (await makeAccount()) ?? (await accountNamed('nobody'))
  if (!account)
    throw new StartError(
      'PostgreSQL does not run as root, and neither of the users gya and nobody exists here: create a user gya, or set DATABASE_URL.',
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

/** Retried: another start may have created the user, or hold the lock of the user database. */
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
 * The first parent folder that `account` (null: any user) cannot enter, null if none. Checks mode bits; missing folders are
 * skipped.
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

export const describeFileError = (error: unknown) => fileErrorReasons[fileErrorCode(error)] ?? String(error)

export const isAlreadyExistsError = (error: unknown) => ['EEXIST', 'ENOTEMPTY'].includes(fileErrorCode(error))
