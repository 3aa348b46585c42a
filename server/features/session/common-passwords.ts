import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

/** An entry of the list: the first bytes of the SHA-256 of a folded password. */
export const entryBytes = 5
export const entryOf = (folded: string): Buffer => createHash('sha256').update(folded).digest().subarray(0, entryBytes)

let list: Buffer | undefined

/** Whether a folded password is on the list that is shipped (`scripts/generate-common-passwords.ts` makes it). */
export function isCommonPassword(folded: string): boolean {
  list ??= readFileSync(join(import.meta.dirname, 'common-passwords.bin'))
  const sought = entryOf(folded)
  let [low, high] = [0, list.length / entryBytes]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = list.compare(sought, 0, entryBytes, middle * entryBytes, (middle + 1) * entryBytes)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

const sha1Bytes = 20

/**
 * Whether a password is in a file of breached ones: the SHA-1 of each in 20 bytes, sorted, nothing between. The file may
 * have tens of gigabytes: it is searched on the disk by halves.
 */
export async function isBreachedPassword(password: string, path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return await searchFile(file, createHash('sha1').update(password).digest())
  } finally {
    await file.close()
  }
}

async function searchFile(file: FileHandle, sought: Buffer): Promise<boolean> {
  const entry = Buffer.alloc(sha1Bytes)
  let [low, high] = [0, Math.floor((await file.stat()).size / sha1Bytes)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    await file.read(entry, 0, sha1Bytes, middle * sha1Bytes)
    const order = entry.compare(sought)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

/** Why a file cannot be one of breached passwords; null where it may be. */
export async function breachedFileError(path: string): Promise<string | null> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      if (size === 0 || size % sha1Bytes !== 0) return 'is not a sorted file of SHA-1 hashes of 20 bytes each'
      const [first, last] = [Buffer.alloc(sha1Bytes), Buffer.alloc(sha1Bytes)]
      await file.read(first, 0, sha1Bytes, 0)
      await file.read(last, 0, sha1Bytes, size - sha1Bytes)
      return first.compare(last) > 0 ? 'is not sorted' : null
    } finally {
      await file.close()
    }
  } catch {
    return 'cannot be read'
  }
}
