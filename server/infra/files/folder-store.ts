import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type EmptyCheck, FileNotFoundError, type FileStore, type StoreDriver, verifyingStore } from './file-store.ts'

/** Files in a local folder. `put` resolves after fsync of the file and of its folder. */
export function folderStore(folder: string): FileStore & EmptyCheck {
  const pathOf = (key: string) => join(folder, key)

  const write: StoreDriver['write'] = async (key, content) => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content, createWriteStream(path, { flags: 'wx', flush: true }))
    const parent = await open(dirname(path), 'r')
    try {
      await parent.sync()
    } finally {
      await parent.close()
    }
  }
  const openFile: StoreDriver['open'] = async (key) => {
    const file = await open(pathOf(key), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new FileNotFoundError(key, { cause: error }) : error
    })
    return file.createReadStream()
  }
  const size = async (key: string) => {
    const found = await stat(pathOf(key)).catch(nullIfMissing)
    return found && found.size
  }
  const remove = async (key: string) => {
    await rm(pathOf(key), { force: true })
    // Removes the folder of the file with its last part.
    await rmdir(dirname(pathOf(key))).catch(() => undefined)
  }
  const check = async () => {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  }
  const isEmpty = async () => !(await readdir(folder).catch(nullIfMissing))?.length
  const store = verifyingStore({ write, open: openFile, size, remove, check, close: () => {} })
  return { ...store, folder, isEmpty }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
