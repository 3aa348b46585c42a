import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FileNotFoundError } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

let folder: string
let server: S3rver
type Store = ReturnType<typeof folderStore>
const stores: Record<string, Store> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-files-test-'))
  stores.folder = folderStore(join(folder, 'store'))
  server = new S3rver({
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'gya-files', configs: [] }],
  })
  const { port } = await server.run()
  const at = (bucket: string) =>
    s3Store({
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    })
  stores.bucket = at('gya-files')
  stores.nowhere = at('no-such-bucket')
})
afterAll(async () => {
  for (const store of Object.values(stores)) store.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const about = (content: Buffer) => ({ bytes: content.length, contentType: 'application/octet-stream' })
/** In pieces, as a network delivers it. */
const inPieces = (content: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / 60_000) }, (_, n) => content.subarray(n * 60_000, (n + 1) * 60_000)),
  )

describe.each(['folder', 'bucket'])('A %s file store', (name) => {
  const store = () => stores[name] as Store

  test('isEmpty tells whether it contains files', async () => {
    expect(await store().isEmpty()).toBe(true)
    await store().put('aa/first/full', inPieces(Buffer.from('1')), about(Buffer.from('1')))
    expect(await store().isEmpty()).toBe(false)
    await store().remove('aa/first/full')
  })

  test.each([1, 300_000, 6_000_001])('read returns exactly what put stored: %i bytes', async (length) => {
    const content = randomBytes(length)
    const key = `aa/${length}/full`
    expect(await store().put(key, inPieces(content), about(content))).toEqual({ bytes: length, sha256: sha256(content) })
    expect(await store().size(key)).toBe(length)
    expect(sha256(await buffer(await store().read(key)))).toBe(sha256(content))
  })

  test('remove deletes a file, and accepts a missing one', async () => {
    const content = Buffer.from('gone')
    await store().put('aa/gone/full', inPieces(content), about(content))
    await store().remove('aa/gone/full')
    await store().remove('aa/gone/full')
    expect(await store().size('aa/gone/full')).toBeNull()
    await expect(store().read('aa/gone/full')).rejects.toThrow(FileNotFoundError)
  })

  /**
   * Unlike real services, the bucket of this test keeps the data received before an interruption, and may write it after `put` has removed
   * the file. The nightly sweep removes it, as this does.
   */
  const nothingIsLeft = (key: string) =>
    vi.waitFor(async () => {
      if (name === 'bucket') await store().remove(key)
      expect(await store().size(key)).toBeNull()
    })

  test('put stores nothing if the content breaks off', async () => {
    const key = 'aa/broken/full'
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(100_000)
        throw new Error('the sender went away')
      })(),
    )
    await expect(store().put(key, broken, { bytes: 200_000, contentType: 'image/webp' })).rejects.toThrow('went away')
    await nothingIsLeft(key)
  })

  test('put stores nothing if the content is shorter than declared', async () => {
    const content = randomBytes(1000)
    await expect(store().put('aa/short/full', inPieces(content), { ...about(content), bytes: 1001 })).rejects.toThrow(
      'length of this file differs',
    )
    await nothingIsLeft('aa/short/full')
  })

  test('check succeeds', async () => {
    await expect(store().check()).resolves.toBeUndefined()
  })
})

describe('check fails', () => {
  test('if the bucket does not exist', async () => {
    await expect((stores.nowhere as Store).check()).rejects.toThrow('bucket')
  })

  test('if the folder cannot be created', async () => {
    await writeFile(join(folder, 'a-file'), '')
    await expect(folderStore(join(folder, 'a-file', 'store')).check()).rejects.toThrow('ENOTDIR')
  })
})

test('folderStore refuses keys outside its folder', async () => {
  const content = Buffer.from('out')
  await expect((stores.folder as Store).put('../out', inPieces(content), about(content))).rejects.toThrow('not a key')
  expect(await readdir(folder)).not.toContain('out')
})
