import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A tmpfs of a few megabytes. */
export type SmallDisk = {
  /** Writes until it is full. */
  fill(): Promise<void>
  /** Frees the space. */
  clear(): Promise<void>
  remove(): Promise<void>
}

export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  // Unmounts it even if the trial is interrupted.
  const removeWithUs = () => void spawnSync('umount', ['-l', folder])
  process.once('exit', removeWithUs)
  const ballast = join(folder, 'ballast')
  return {
    fill: async () => {
      const file = await open(ballast, 'a')
      try {
        // Large chunks first, then small ones for the rest.
        for (const bytes of [1_048_576, 4_096]) await writeUntilFull(file, Buffer.alloc(bytes))
      } finally {
        await file.close()
      }
    },
    clear: () => rm(ballast),
    remove: async () => {
      process.off('exit', removeWithUs)
      await run('umount', ['-l', folder])
    },
  }
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, piece: Buffer): Promise<void> {
  for (;;)
    try {
      await file.writeFile(piece)
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOSPC') return
      throw error
    }
}

/** Mounting needs root, and is not allowed in every container. */
export async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'gya-mount-'))
  try {
    const disk = await mountSmallDisk(folder, 1)
    await disk.remove()
    return true
  } catch {
    return false
  } finally {
    await rmdir(folder)
  }
}
