import { toFormFields } from '@gya/domain/common/form-fields.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import {
  deleteBranchPhoto,
  deleteCompanyPhoto,
  deleteOwnPhoto,
  deletePropertyPhoto,
} from '@gya/domain/features/pictures/pictures.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { fileKeys } from '../../infra/files/file-store.ts'

let fixtures: Fixtures
let logo: Buffer
let photo: Buffer
beforeAll(async () => {
  fixtures = await openFixtures()
  logo = await createPng(600, 300)
  photo = await sharp(await createPng(2400, 1200))
    .jpeg()
    .withExif({ IFD0: { Make: 'Secretcam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 27/1 0/1' } })
    .toBuffer()
})
afterAll(() => fixtures.close())

const save = async (
  name: FixtureUser,
  method: 'POST' | 'PUT',
  url: string,
  body: Record<string, unknown>,
  file?: Buffer,
  fileName = 'a.png',
) => {
  const form = await multipartForm([
    ...toFormFields(body),
    ...(file ? [['file', file, fileName] as [string, Buffer, string]] : []),
  ])
  const answer = await fixtures.as(name).inject({ method, url: `/api${url}`, ...form })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown> & ErrorBody>() }
}
const look = (name: FixtureUser, url: string, headers: Record<string, string> = {}) =>
  fixtures.as(name).inject({ url: `/api${url}`, headers })

const putLogo = (file: Buffer) => save('company', 'PUT', '/company', { _id: fixtures.a.companyId }, file)
const companyPhoto = () => `/company/photo/${fixtures.a.companyId}`
const loose = () => fixtures.database.db.selectFrom('loose_file').selectAll().execute()
const isInStore = async (id: unknown) => {
  const sizes = await Promise.all(fileKeys(String(id), 'picture').map((key) => fixtures.files.size(key)))
  return sizes.map((size) => size !== null)
}

describe('Pictures of company, branch, property and person: upload, read, replace, delete', () => {
  const cases: [what: string, by: FixtureUser, put: () => Promise<{ status: number; body: object }>, at: () => string][] = [
    ['company', 'company', () => putLogo(logo), companyPhoto],
    [
      'branch',
      'branch',
      () => save('branch', 'PUT', `/branch/${fixtures.a.companyId}`, { _id: fixtures.first.branchId }, photo),
      () => `/branch/photo/${fixtures.a.companyId}/${fixtures.first.branchId}`,
    ],
    ['person', 'staff', () => save('staff', 'PUT', '/user/me', {}, photo), () => `/user/avatar/${fixtures.idOf.staff}`],
    ['vendor', 'vendor', () => save('vendor', 'PUT', '/user/me', {}, photo), () => `/user/avatar/${fixtures.idOf.vendor}`],
    [
      'property',
      'staff',
      () =>
        save(
          'staff',
          'PUT',
          `/property/${fixtures.a.companyId}/${fixtures.first.branchId}`,
          { _id: fixtures.first.propertyId },
          photo,
        ),
      () => `/property/${fixtures.a.companyId}/${fixtures.first.branchId}/${fixtures.first.propertyId}/image`,
    ],
  ]

  test.each(cases)('%s', async (_what, by, put, at) => {
    expect((await look(by, at())).statusCode).toBe(404)
    const { status, body } = await put()
    expect([status, body]).toEqual([200, expect.anything()])
    const { logo: first, avatar } = body as { logo?: string; avatar?: string }
    const id = first ?? avatar
    for (const [size, width] of [
      ['avatar', 160],
      ['card', 480],
    ] as const) {
      const answer = await look(by, `${at()}?size=${size}&v=${id}`)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=604800, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
      })
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
    }
    const again = await put()
    expect((again.body as { logo?: string; avatar?: string }).logo ?? (again.body as { avatar?: string }).avatar).not.toBe(id)
    await fixtures.runJobs()
    expect(await isInStore(id)).toEqual([false, false, false])
    expect((await look(by, at())).statusCode).toBe(200)
  })

  test('none of these leaves an unreferenced file', async () => {
    expect(await loose()).toEqual([])
  })

  test('metadata such as camera and location is removed', async () => {
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    for (const size of ['avatar', 'card', 'full']) {
      const { rawPayload } = await look('staff', `/user/avatar/${fixtures.idOf.staff}?size=${size}`)
      const { exif, xmp, iptc, icc } = await sharp(rawPayload).metadata()
      expect([size, exif, xmp, iptc, icc]).toEqual([size, undefined, undefined, undefined, undefined])
      expect(rawPayload.includes('Secretcam')).toBe(false)
    }
  })

  test('EXIF orientation is applied', async () => {
    const sideways = await sharp(await createPng(400, 200))
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    await save('company', 'PUT', '/user/me', {}, sideways)
    const { rawPayload } = await look('company', `/user/avatar/${fixtures.idOf.company}`)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 200, height: 400 })
  })

  test('a new company, branch, property and platform admin can be created with a picture', async () => {
    const company = await save(
      'platform',
      'POST',
      '/company',
      { name: 'New', availableLicenses: 2, address: testAddress('1') },
      logo,
    )
    const branch = await save(
      'company',
      'POST',
      `/branch/${fixtures.a.companyId}`,
      { name: 'New', address: testAddress('1') },
      photo,
    )
    const { companyId, branchId } = fixtures.first
    const owner = { _id: fixtures.idOf.vendor }
    const property = await save(
      'staff',
      'POST',
      `/property/${companyId}/${branchId}`,
      { address: testAddress('9'), owner },
      photo,
    )
    const person = { firstName: 'New', lastName: 'Person', email: 'new.admin@people.example' }
    const user = await save('platform', 'POST', '/user', person, photo)
    for (const { status, body } of [company, branch, property, user]) {
      expect([status, body]).toEqual([200, expect.anything()])
      expect(await isInStore(body.logo ?? body.avatar)).toEqual([true, true, true])
    }
  })

  test('DELETE photo is idempotent', async () => {
    const { companyId } = fixtures.a
    for (const _time of [1, 2]) {
      await fixtures.as('company').ok(deleteCompanyPhoto, { params: { companyId } })
      await fixtures.as('branch').ok(deleteBranchPhoto, { params: { companyId, branchId: fixtures.first.branchId } })
      await fixtures.as('staff').ok(deleteOwnPhoto)
      await fixtures.as('staff').ok(deletePropertyPhoto, { params: fixtures.first })
    }
    await fixtures.runJobs()
    expect((await fixtures.as('company').ok(readCompany, { params: { companyId } })).logo).toBeNull()
    expect((await fixtures.as('branch').ok(readBranch, { params: fixtures.first })).logo).toBeNull()
    expect((await fixtures.as('staff').ok(readMe)).avatar).toBeNull()
    expect((await fixtures.as('staff').ok(readProperty, { params: fixtures.first })).logo).toBeNull()
    expect(await loose()).toEqual([])
  })

  test('"Every change of a property … is an entry": two photo changes and one removal', async () => {
    const events = await fixtures.database.db
      .selectFrom('event')
      .select('kind')
      .where('property_id', '=', fixtures.first.propertyId)
      .where('kind', 'like', 'photo-%')
      .orderBy('id')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual(['photo-changed', 'photo-changed', 'photo-removed'])
  })
})

describe('GET picture with If-None-Match', () => {
  test('returns 304 for the same ETag, otherwise the picture', async () => {
    await putLogo(logo)
    const first = await look('company', companyPhoto())
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const etag = String(first.headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await look('company', companyPhoto(), { 'if-none-match': tag })
      expect([tag, again.statusCode, again.rawPayload.length]).toEqual([tag, 304, 0])
    }
    expect((await look('company', companyPhoto(), { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await look('company', `${companyPhoto()}?size=card`, { 'if-none-match': etag })).statusCode).toBe(200)
    await putLogo(photo.subarray(0)).then(() => putLogo(logo))
    expect((await look('company', companyPhoto(), { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('returns 404 without caching if the file is missing, and logs it', async () => {
    const { body } = await putLogo(logo)
    for (const key of fileKeys(String(body.logo), 'picture')) await fixtures.files.remove(key)
    const answer = await look('company', `${companyPhoto()}?v=${String(body.logo)}`)
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag]).toEqual([404, 'no-store', undefined])
    expect(fixtures.log.join('')).toContain('a file is missing in the store')
  })
})

describe('Uploads that are not images are refused and not stored', () => {
  beforeAll(() => fixtures.runJobs())
  const bomb = () =>
    sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const exe = Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(4000)])
  const cases: [what: string, content: () => Promise<Buffer>, status: number, message: string][] = [
    ['a small file that unpacks to 144 million pixels', bomb, 415, 'File not allowed'],
    ['a drawing with a script', async () => svg, 415, 'File not allowed'],
    [
      'a drawing with a script and a heading',
      async () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
      415,
      'File not allowed',
    ],
    ['a program named as a picture', async () => exe, 415, 'File not allowed'],
    ['a page named as a picture', async () => Buffer.from('<!doctype html><script>1</script>'), 415, 'File not allowed'],
    ['a picture that is cut off', async () => photo.subarray(0, photo.length / 2), 415, 'File not allowed'],
    ['the head of a picture and nothing more', async () => photo.subarray(0, 40), 415, 'File not allowed'],
    ['a picture of a kind that logos are not', async () => sharp(logo).webp().toBuffer(), 415, 'File not allowed'],
    ['an empty file', async () => Buffer.alloc(0), 400, 'No files selected'],
  ]
  test.each(cases)('%s', async (_what, content, status, message) => {
    const before = await fixtures.as('company').ok(readCompany, { params: fixtures.a })
    const { body, status: answered } = await putLogo(await content())
    expect([answered, body.message]).toEqual([status, message])
    expect(await fixtures.as('company').ok(readCompany, { params: fixtures.a })).toEqual(before)
    expect(await loose()).toEqual([])
  })

  test('a save refused for another reason stores no file', async () => {
    const { status } = await save('company', 'PUT', '/company', { _id: fixtures.a.companyId, version: 999_999 }, logo)
    expect([status, await loose()]).toEqual([409, []])
  })
})

describe('GET picture follows the scope of its owner', () => {
  test('GET user/avatar: one’s own and the same company only', async () => {
    await save('staff', 'PUT', '/user/me', {}, photo)
    await save('vendor', 'PUT', '/user/me', {}, photo)
    const seen = async (name: FixtureUser, id: string) => (await look(name, `/user/avatar/${id}`)).statusCode
    expect(await seen('secondBranch', fixtures.idOf.staff)).toBe(200)
    expect(await seen('platform', fixtures.idOf.staff)).toBe(200)
    expect(await seen('otherStaff', fixtures.idOf.staff)).toBe(404)
    expect(await seen('otherCompany', fixtures.idOf.vendor)).toBe(404)
    expect(await seen('staff', fixtures.idOf.vendor)).toBe(200)
    expect(await seen('secondBranch', fixtures.idOf.vendor)).toBe(404)
    expect(await seen('secondVendor', fixtures.idOf.vendor)).toBe(404)
    expect(await seen('vendor', fixtures.idOf.staff)).toBe(404)
    const { companyId, propertyId } = fixtures.first
    const { db } = fixtures.database
    await db
      .updateTable('property')
      .set({ b_staff: fixtures.idOf.staff })
      .where('company_id', '=', companyId)
      .where('id', '=', propertyId)
      .execute()
    expect(await seen('vendor', fixtures.idOf.staff)).toBe(200)
    expect(await seen('secondVendor', fixtures.idOf.staff)).toBe(404)
  })
})
