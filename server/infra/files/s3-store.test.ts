import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FaultyS3, type S3Fault, startFaultyS3 } from '../../../test/support/faulty-s3.ts'
import { byTier } from '../../../test/support/test-tier.ts'
import { type FileStore, readChecksum } from './file-store.ts'
import { s3Store } from './s3-store.ts'

/** Short enough for a test. A loaded machine may exceed it, so it is used only for requests that must fail. */
const short = { connection: 5_000, check: 400, answer: 400, put: 800, piece: 400 }
/** Chunk timeout for a reader that pauses for longer. */
const piece = 1_500

let folder: string
let store: FaultyS3
let files: FileStore
let impatient: FileStore
let quick: FileStore
const stores = () => [files, impatient, quick]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-lying-store-'))
  store = await startFaultyS3(folder)
  files = s3Store(store.config)
  impatient = s3Store(store.config, short)
  quick = s3Store(store.config, { connection: 5_000, check: 5_000, answer: 10_000, put: 30_000, piece })
})
beforeEach(() => {
  store.fault = { what: 'honest' }
})
afterAll(async () => {
  for (const one of stores()) one.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Uses short timeouts for faults that are detected by a timeout. */
const askedBy = (what: S3Fault) => (['hangs', 'stops half-way'].includes(what) ? impatient : files)

const put = async (key: string, content: Buffer, by = files) => {
  const { sha256 } = await readChecksum(Readable.from([content]))
  return by.put(key, Readable.from([content]), { bytes: content.length, contentType: 'image/webp', sha256 })
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  )

describe.each(byTier({ fast: [1_000], full: [1_000, 3_000_000] }))('A file of %i bytes', (length) => {
  test.each<S3Fault>(['hangs', 'answers 500', 'forgets', 'stores other bytes'])(
    'is refused by a word of its own, and nothing of it is kept, where the store %s',
    async (what) => {
      const key = `aa/${length}/${what.replaceAll(' ', '-')}`
      store.fault = { what, method: 'PUT' }
      expect(await code(put(key, randomBytes(length), askedBy(what)))).toBe('FILES_NOT_READY')
      expect(await store.keys()).not.toContain(key)
    },
  )

  test.each<S3Fault>(['hangs', 'answers 500', 'breaks off', 'gives back half', 'gives back other bytes', 'stops half-way'])(
    'that was kept is not given back as if it were whole where the store %s, and is when it is well again',
    async (what) => {
      const key = `aa/${length}/read-${what.replaceAll(' ', '-')}`
      const content = randomBytes(length)
      await put(key, content)
      store.fault = { what, method: 'GET' }
      expect(await code(askedBy(what).read(key).then(buffer))).toBe('FILES_NOT_READY')
      store.fault = { what: 'honest' }
      expect(content.equals(await buffer(await files.read(key)))).toBe(true)
    },
  )

  test('is stored and read, with a delay, if the store is slow', async () => {
    const content = randomBytes(length)
    store.fault = { what: 'is slow' }
    expect(await code(put(`aa/${length}/slow`, content))).toBe('done')
    expect(content.equals(await buffer(await files.read(`aa/${length}/slow`)))).toBe(true)
  })

  test('from another program is read', async () => {
    const content = randomBytes(length)
    await files.put(`aa/${length}/plain`, Readable.from([content]), { bytes: length, contentType: 'image/webp' })
    expect(content.equals(await buffer(await files.read(`aa/${length}/plain`)))).toBe(true)
  })
})

test('read refuses a valid object under the key of another one', async () => {
  await put('aa/one/full', Buffer.from('one'))
  await put('aa/two/full', Buffer.from('two'))
  const { cp } = await import('node:fs/promises')
  const at = (key: string, part: string) => join(folder, 'gya-files', `${key}${part}`)
  for (const part of ['._S3rver_object', '._S3rver_metadata.json', '._S3rver_object.md5'])
    await cp(at('aa/one/full', part), at('aa/two/full', part), { force: true })
  expect(await code(files.read('aa/two/full').then(buffer))).toBe('FILES_NOT_READY')
})

test('The chunk timeout does not apply to a slow reader', async () => {
  const content = randomBytes(3_000_000)
  await put('aa/slow-reader/full', content)
  const parts: Buffer[] = []
  for await (const part of await quick.read('aa/slow-reader/full')) {
    if (parts.length === 3) await new Promise((resolve) => setTimeout(resolve, piece * 1.2))
    parts.push(part as Buffer)
  }
  expect(Buffer.concat(parts).equals(content)).toBe(true)
})

test.each<S3Fault>(['hangs', 'answers 500'])('check rejects in bounded time if the store %s', async (what) => {
  store.fault = { what }
  await expect(askedBy(what).check()).rejects.toThrow(/\w/)
  store.fault = { what: 'honest' }
  await expect(files.check()).resolves.toBeUndefined()
})
