import { existsSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Temporary folders, which hold uploads and other files of people while they are processed. A killed process leaves its folders: their names
 * contain its id and the namespace of that id (each container has its own), so that another process of the machine can tell and remove them.
 */
export const temporaryKinds = ['upload', 'import', 'record', 'archive', 'export', 'mail'] as const
type TemporaryKind = (typeof temporaryKinds)[number]

/** Only Linux has namespaces. */
const namespace = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid').replace(/\D/g, '') : '0'

/** The folders in use by this process. */
const inUse = new Set<string>()

export async function makeTemporaryFolder(kind: TemporaryKind): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `gya-${kind}-${process.pid}-${namespace}-`))
  inUse.add(folder)
  return folder
}

/** Idempotent. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  inUse.delete(folder)
}

/** Folders of earlier versions have no namespace, and of still earlier ones no process id. */
const ownerOf = (name: string): { id: number | null; isNear: boolean } => {
  const [, id, space] = new RegExp(`^gya-(?:${temporaryKinds.join('|')})-(\\d+)-(?:(\\d+)-)?`).exec(name) ?? []
  return { id: id === undefined ? null : Number(id), isNear: space === namespace && Number(id) !== process.pid }
}
const isTemporary = (name: string): boolean => temporaryKinds.some((kind) => name.startsWith(`gya-${kind}-`))

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // The process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const hour = 3_600_000

/**
 * Removes folders that no running process uses. Whether a process of another container is running cannot be told: its folders are removed
 * when they are older than an hour, because no upload takes that long.
 */
export async function sweepTemporaryFolders(now = Date.now()): Promise<number> {
  const folders = (await readdir(tmpdir(), { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && isTemporary(entry.name),
  )
  let removed = 0
  for (const { name } of folders) {
    const folder = join(tmpdir(), name)
    const { id, isNear } = ownerOf(name)
    // After a restart in a container the process may have the id of its predecessor.
    const isUsed = id === process.pid ? inUse.has(folder) : id !== null && isRunning(id)
    // Undefined: removed meanwhile.
    const changedAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (isUsed || changedAt === undefined || (!isNear && now - changedAt < hour)) continue
    await rm(folder, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/** Sweeps now and every hour. Returns the function that ends it. */
export function startTemporarySweep(onError: (error: unknown) => void): () => void {
  const sweep = () => void sweepTemporaryFolders().catch(onError)
  sweep()
  const timer = setInterval(sweep, hour)
  timer.unref()
  return () => clearInterval(timer)
}
