import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readChecksum } from '../../server/platform/measured.ts'
import { StartError } from '../../server/start-error.ts'
import { TableChecksum } from './table-sums.ts'

const Sum = z.strictObject({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** `manifest.json` of a backup: what is in it, by which a restore is compared. */
const Manifest = z.strictObject({
  format: z.literal(1),
  takenOn: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that the database had: the version of its schema. */
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), TableChecksum),
  database: Sum,
  /** Of `files.sha256`, which names each file with its sum as sha256sum does. */
  list: Sum,
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0) }),
  /** Keys that a row refers to and the store did not have when the backup was taken. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestPath = (folder: string) => join(folder, 'manifest.json')
export const dumpPath = (folder: string) => join(folder, 'database.dump')
export const fileListPath = (folder: string) => join(folder, 'files.sha256')
export const filePath = (folder: string, key: string) => join(folder, 'files', key)

/** The length and SHA-256 of a file on the disk. */
export const fileChecksum = (path: string) => readChecksum(createReadStream(path))

/** What `files.sha256` says of one file. */
export type Listed = { key: string; sha256: string }

export const listLine = ({ key, sha256 }: Listed): string => `${sha256}  files/${key}\n`

/**
 * Reads what a backup says of itself and holds every file of it against that. Throws StartError that names what is missing
 * or broken; `found` is told of every file that is whole.
 */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; files: Listed[] }> {
  const manifest = await readManifest(folder)
  await checkFile(folder, 'database.dump', manifest.database.sha256)
  await checkFile(folder, 'files.sha256', manifest.list.sha256)
  const files = (await readFile(fileListPath(folder), 'utf8')).split('\n').filter(Boolean).map(readLine)
  for (const { key, sha256 } of files) await checkFile(folder, `files/${key}`, sha256)
  return { manifest, files }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw new StartError(`${folder} is no backup: it has no manifest.json.`)
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new StartError(`The backup is broken: manifest.json cannot be read.`, { cause: error })
  }
}

function readLine(line: string): Listed {
  const [, sha256, key] = /^([0-9a-f]{64}) {2}files\/([\w-]+(?:\/[\w-]+)*)$/.exec(line) ?? []
  if (!sha256 || !key) throw new StartError('The backup is broken: files.sha256 cannot be read.')
  return { key, sha256 }
}

async function checkFile(folder: string, name: string, expected: string): Promise<void> {
  const found = await fileChecksum(join(folder, name)).catch((error: { code?: string; message: string }) => {
    throw new StartError(`The backup is broken: ${name} ${error.code === 'ENOENT' ? 'is missing' : error.message}.`)
  })
  if (found.sha256 !== expected) throw new StartError(`The backup is broken: ${name} is not what was written.`)
}
