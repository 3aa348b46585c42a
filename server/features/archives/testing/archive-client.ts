import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createArchive,
  putArchivePart,
  readArchive,
  restoreArchive,
  verifyArchive,
} from '@gya/domain/features/archives/archive-upload.contract.ts'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { addressOf, type TestClient } from '../../../../test/support/test-client.ts'
import { sealEntries } from '../../record/seal-entries.ts'
import { writeArchive } from '../write-archive.ts'

/** The archive of a company. */
export async function exportOf(test: TestApp, companyId: string, withFiles = true): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'gya-test-export-'))
  try {
    await sealEntries(test.database, companyId)
    const path = join(folder, 'archive.zip')
    await writeArchive(test, { companyId, withFiles, now: test.clock.now() }, { folder: join(folder, 'parts'), path })
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const textOf = (zip: Uint8Array, name: string): string => strFromU8(unzipSync(zip)[name] ?? new Uint8Array())

/** "`SHA256SUMS` of `tables/`, `files/`, `pictures/`, `record/` are equal line for line." Without the tables whose claims a restore does not believe. */
export const comparedSums = (zip: Uint8Array): string[] =>
  textOf(zip, 'SHA256SUMS')
    .split('\n')
    .filter((line) => / {2}(tables|files|pictures|record)\//.test(line) && !/\/(company_domain|support_access)\./.test(line))

export type ChangedFiles = Record<string, (content: string) => string | null>

/** The archive with some files changed, null: without them. With `honestSums`, SHA256SUMS is recomputed. */
export function changed(zip: Uint8Array, changes: ChangedFiles, { honestSums = false } = {}): Uint8Array {
  const entries = unzipSync(zip)
  for (const [name, change] of Object.entries(changes)) {
    const content = change(Buffer.from(entries[name] ?? []).toString('latin1'))
    if (content === null) delete entries[name]
    else entries[name] = Buffer.from(content, 'latin1')
  }
  const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
  if (honestSums)
    entries.SHA256SUMS = Buffer.from(
      Object.entries(entries)
        .filter(([name]) => name !== 'SHA256SUMS')
        .map(([name, content]) => `${sumOf(content)}  ${name}\n`)
        .join(''),
    )
  return zipSync(entries, { level: 1 })
}

const fingerprintOf = (zip: Uint8Array) => createHash('sha256').update(zip).digest('hex')

/** Uploads, verifies and restores archives through the API, as a platform admin. */
export class ArchiveClient {
  readonly #test: TestApp
  readonly client: TestClient

  constructor(test: TestApp, client: TestClient) {
    this.#test = test
    this.client = client
  }

  create(zip: Uint8Array, fingerprint = fingerprintOf(zip)) {
    return this.client.ok(createArchive, { body: { name: 'gya-archive.zip', bytes: zip.length, fingerprint } })
  }

  put(archiveId: string, part: number, content: Uint8Array) {
    const url = addressOf(putArchivePart.path, { archiveId, part: String(part) })
    const payload = Buffer.from(content)
    return this.client.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'application/octet-stream' } })
  }

  async upload(zip: Uint8Array): Promise<string> {
    const { _id, missingParts, partBytes } = await this.create(zip)
    for (const part of missingParts) {
      const { statusCode } = await this.put(_id, part, zip.subarray((part - 1) * partBytes, part * partBytes))
      if (statusCode !== 200) throw new Error(`part ${part} was answered ${statusCode}`)
    }
    return _id
  }

  read(archiveId: string) {
    return this.client.ok(readArchive, { params: { archiveId } })
  }

  async verify(zip: Uint8Array) {
    const archiveId = await this.upload(zip)
    await this.client.ok(verifyArchive, { params: { archiveId } })
    await this.#test.runJobs()
    return this.read(archiveId)
  }

  async restore(archiveId: string) {
    await this.client.ok(restoreArchive, { params: { archiveId } })
    await this.#test.runJobs()
    return this.read(archiveId)
  }
}
