import {
  createArchive,
  deleteArchive,
  listArchives,
  readArchive,
  verifyArchive,
} from '@gya/domain/features/archives/archive-upload.contract.ts'
import { archivePartBytes } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { sweepArchives } from './sweep-archives.ts'
import { ArchiveClient } from './testing/archive-client.ts'

let fixtures: Fixtures
let archives: ArchiveClient
beforeAll(async () => {
  fixtures = await openFixtures()
  archives = new ArchiveClient(fixtures, fixtures.as('platform'))
})
afterAll(() => fixtures.close())

const content = Buffer.alloc(archivePartBytes + 10, 'x')
const storedParts = async () => (await fixtures.database.pool.query('select from archive_part')).rowCount

describe('PUT archive/:archiveId/part/:part', () => {
  test('POST archive for the same file resumes an interrupted upload and returns the missing parts', async () => {
    const { _id, missingParts } = await archives.create(content)
    expect(missingParts).toEqual([1, 2])
    expect((await archives.put(_id, 2, content.subarray(archivePartBytes))).statusCode).toBe(200)
    expect(await archives.create(content)).toMatchObject({ _id, missingParts: [1] })
    expect((await archives.create(Buffer.from('another')))._id).not.toBe(_id)
    const { code } = await archives.client.refusal(verifyArchive, { params: { archiveId: _id } })
    expect(code).toBe('FILE_INCOMPLETE')
    for (const again of [1, 2]) {
      expect((await archives.put(_id, 1, content.subarray(0, archivePartBytes))).statusCode, `try ${again}`).toBe(200)
      expect(await storedParts()).toBe(2)
    }
    expect((await archives.read(_id)).missingParts).toEqual([])
  })

  test.each([
    ['a part that is too short', 1, 5],
    ['a part beyond the end', 3, 10],
  ])('%s: PART_MISMATCH', async (_what, part, bytes) => {
    const { _id } = await archives.create(content)
    expect((await archives.put(_id, part, content.subarray(0, bytes))).json()).toMatchObject({ code: 'PART_MISMATCH' })
  })
})

test('POST archive refuses more than 50 GB', async () => {
  const body = { name: 'a.zip', bytes: 50_000_000_001, fingerprint: 'a'.repeat(64) }
  expect(await fixtures.as('platform').refusal(createArchive, { body })).toMatchObject({ status: 400 })
})

test('DELETE archive/:archiveId removes its parts', async () => {
  const archiveId = await archives.upload(Buffer.from('removed soon'))
  const before = (await storedParts()) ?? 0
  await archives.client.ok(deleteArchive, { params: { archiveId } })
  expect(await storedParts()).toBe(before - 1)
  expect(await archives.client.refusal(readArchive, { params: { archiveId } })).toMatchObject({ status: 404 })
})

test('abandoned uploads are removed after a week', async () => {
  const archiveId = await archives.upload(Buffer.from('forgotten'))
  const listed = async () => (await archives.client.ok(listArchives)).data.map(({ _id }) => _id)
  await sweepArchives(fixtures)
  expect(await listed()).toContain(archiveId)
  fixtures.clock.advance({ days: 8 })
  await sweepArchives(fixtures)
  expect(await listed()).toEqual([])
  expect(await storedParts()).toBe(0)
})
