import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { documentMediaTypes, imageMediaTypes, maxFileBytes } from '@gya/domain/common/uploads.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { createPng } from '../../../test/support/multipart-form.ts'
import { makeTemporaryFolder, removeTemporaryFolder, sweepTemporaryFolders } from '../../infra/temporary-folders.ts'
import { contentDisposition } from '../route/register-download.ts'
import { receiveUpload, sanitizeFileName } from './receive-upload.ts'

let fixtures: Fixtures
let folder: string
let port: number
let cookie: string
let picture: Buffer
const before = process.env.TMPDIR
beforeAll(async () => {
  fixtures = await openFixtures()
  picture = await createPng(40, 40)
  folder = await mkdtemp(join(tmpdir(), 'gya-upload-test-'))
  process.env.TMPDIR = folder
  const address = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(address).port)
  const login = await fixtures.anonymous.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: fixtures.emailOf('company'), password: 'Test-Password-2026' },
  })
  cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
})
afterAll(async () => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await fixtures.close()
  await rm(folder, { recursive: true, force: true })
})

const head = (name: string) =>
  `--X\r\nContent-Disposition: form-data; name="_id"\r\n\r\n${fixtures.a.companyId}\r\n--X\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`

/** A picture padded to `length` bytes, generated while it is sent. */
function* padded(length: number): Generator<Buffer> {
  yield picture
  const piece = Buffer.alloc(65_536)
  for (let left = length - picture.length; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
}

function open(): ClientRequest {
  return request({
    port,
    method: 'PUT',
    path: '/api/company',
    headers: { cookie, 'x-client': 'Web', 'content-type': 'multipart/form-data; boundary=X' },
  })
}

/** Uploads over a real connection in chunks; returns status and body. */
async function send(length: number): Promise<{ status: number | undefined; body: ErrorBody }> {
  const sending = open()
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  Readable.from(
    (function* () {
      yield Buffer.from(head('logo.png'))
      yield* padded(length)
      yield Buffer.from('\r\n--X--\r\n')
    })(),
  ).pipe(sending)
  const [answer] = await answered
  return { status: answer.statusCode, body: (await json(answer)) as ErrorBody }
}

const logoOf = async () =>
  (
    await fixtures.database.db
      .selectFrom('company')
      .select('logo')
      .where('id', '=', fixtures.a.companyId)
      .executeTakeFirstOrThrow()
  ).logo

describe('FILE_TOO_LARGE: "File too large, it must be less than 20mb" (20,971,520 bytes)', () => {
  test('the limit is accepted', async () => {
    expect((await send(maxFileBytes)).status).toBe(200)
    expect(await logoOf()).not.toBeNull()
    expect(await readdir(folder)).toEqual([])
  })

  test.each([1, 5_000_000])('%i more is refused', async (more) => {
    const was = await logoOf()
    const { status, body } = await send(maxFileBytes + more)
    expect([status, body.code, body.message]).toEqual([413, 'FILE_TOO_LARGE', 'File too large, it must be less than 20mb'])
    expect(await logoOf()).toBe(was)
    expect(await readdir(folder)).toEqual([])
  })
})

test('a disconnected client leaves no temporary file', async () => {
  const was = await logoOf()
  const sending = open()
  sending.on('error', () => {})
  sending.write(head('logo.png'))
  sending.write(Buffer.concat([...padded(300_000)]))
  await expect.poll(() => readdir(folder)).toHaveLength(1)
  sending.destroy()
  await expect.poll(() => readdir(folder)).toEqual([])
  expect(await logoOf()).toBe(was)
  expect(await fixtures.database.db.selectFrom('loose_file').selectAll().where('discarded', '=', false).execute()).toEqual([])
})

test('a repeated Idempotency-Key, the same or for another file, leaves no temporary file', async () => {
  const { companyId, branchId, propertyId } = await takeOn(
    fixtures.as('company'),
    fixtures.first,
    fixtures.idOf.vendor,
    '5 Paper Street',
  )
  const url = `/api/property/${companyId}/${branchId}/${propertyId}/document`
  const post = (key: string, fileName: string) => {
    const payload = new FormData()
    payload.append('file', new Blob([new Uint8Array(picture)]), fileName)
    return fixtures.as('company').inject({ method: 'POST', url, headers: { 'idempotency-key': key }, payload })
  }
  const answers = [await post('key-1', 'a.png'), await post('key-1', 'a.png'), await post('key-1', 'b.png')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 409])
  expect(answers[1]?.headers['idempotent-replayed']).toBe('true')
  expect(await readdir(folder)).toEqual([])
})

test('a client that disconnects after its upload leaves no temporary file', async () => {
  for (const turns of [0, 1, 2, 4, 8, 16, 32]) {
    const sending = open()
    sending.on('error', () => {})
    sending.end(Buffer.concat([Buffer.from(head('logo.png')), picture, Buffer.from('\r\n--X--\r\n')]))
    await once(sending, 'finish')
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
    sending.destroy()
  }
  await expect.poll(() => readdir(folder)).toEqual([])
})

describe('sweepTemporaryFolders removes folders of killed processes', () => {
  const inTwoHours = () => Date.now() + 7_200_000
  /** A process that has ended. */
  const ended = () => spawnSync(process.execPath, ['--version']).pid

  test('also those of earlier versions, and one with the id of this process that it does not use', async () => {
    const left = [
      `gya-upload-${ended()}-abcdef`,
      'gya-upload-abcdef',
      `gya-import-${ended()}-abcdef`,
      `gya-record-${process.pid}-abcdef`,
    ]
    const own = await makeTemporaryFolder('upload')
    await removeTemporaryFolder(own)
    // Of a process of this machine it is known at once.
    const near = basename(own).replace(`-${process.pid}-`, `-${ended()}-`)
    for (const name of [...left, near]) await mkdir(join(folder, name))
    await writeFile(join(folder, left[0] ?? '', 'file'), 'a document')
    expect(await sweepTemporaryFolders()).toBe(1)
    expect(await sweepTemporaryFolders(inTwoHours())).toBe(4)
    expect(await readdir(folder)).toEqual([])
  })

  test('not those of a running process, of this one, or of other programs', async () => {
    const own = await makeTemporaryFolder('upload')
    const kept = [`gya-upload-${process.ppid}-abcdef`, 'other-upload-abcdef']
    for (const name of kept) await mkdir(join(folder, name))
    expect(await sweepTemporaryFolders(inTwoHours())).toBe(0)
    await removeTemporaryFolder(own)
    for (const name of kept) await rm(join(folder, name), { recursive: true })
    expect(await readdir(folder)).toEqual([])
  })
})

test('access is checked before the file is read', async () => {
  const sending = request({
    port,
    method: 'PUT',
    path: '/api/company',
    headers: { 'content-type': 'multipart/form-data; boundary=X' },
  })
  sending.write(head('logo.png'))
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(401)
  sending.destroy()
})

describe('The content type is detected from the content', () => {
  const kindOf = async (content: Buffer | string, name: string, kinds = documentMediaTypes) => {
    const upload = await receiveUpload(Readable.from([Buffer.from(content)]), name, kinds)
    await upload.discard()
    return upload.contentType
  }
  test.each([
    ['%PDF-1.7\n%µ¶\n', 'letter.txt', 'application/pdf'],
    ['Name,Price\r\n12 High Street,£350000\r\n', 'list.csv', 'text/csv'],
    ['Żółć\tand more\n', 'note.txt', 'text/plain'],
  ])('%j named %s is %s', async (content, name, kind) => {
    expect(await kindOf(content, name)).toBe(kind)
  })

  test.each([
    ['text without a text extension', 'Some text', 'letter.pdf'],
    ['a page', '<!doctype html>', 'page.html'],
    ['text with control characters', 'abc\u0000def', 'note.txt'],
    ['an executable', 'MZ\u0090\u0000\u0003', 'letter.pdf'],
  ])('refused: %s', async (_what, content, name) => {
    await expect(kindOf(content, name)).rejects.toMatchObject({ code: 'FILE_NOT_ALLOWED' })
  })

  test('a known type that the contract does not list responds FILE_NOT_ALLOWED', async () => {
    await expect(kindOf('%PDF-1.7\n', 'photo.png', imageMediaTypes)).rejects.toMatchObject({ code: 'FILE_NOT_ALLOWED' })
  })
})

test.each([
  ['Memorandum of Sale.pdf', 'Memorandum of Sale.pdf'],
  ['C:\\Users\\me\\photo.png', 'photo.png'],
  ['../../etc/passwd', 'passwd'],
  ['a\u202Egpj.exe', 'agpj.exe'],
  ['line\r\nbreak".txt', 'linebreak.txt'],
  ['.htaccess', 'htaccess'],
  ['', 'file'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(196)}.pdf`],
])('the file name %j is stored as %j', (name, kept) => {
  expect(sanitizeFileName(name)).toBe(kept)
})

describe('Content-Disposition of downloads', () => {
  test.each([
    [undefined, 'inline'],
    ['Plan.pdf', `attachment; filename="Plan.pdf"; filename*=UTF-8''Plan.pdf`],
    ['Żółć £5.pdf', `attachment; filename="Zo_c _5.pdf"; filename*=UTF-8''%C5%BB%C3%B3%C5%82%C4%87%20%C2%A35.pdf`],
    ['a"b\\c%41.pdf', `attachment; filename="a_b_c_41.pdf"; filename*=UTF-8''a%22b%5Cc%2541.pdf`],
    ["it's (1)*!.pdf", `attachment; filename="it's (1)*!.pdf"; filename*=UTF-8''it%27s%20%281%29%2A%21.pdf`],
    ['a\r\nSet-Cookie: x', `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`],
    ['家\uD83D.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%E5%AE%B6%EF%BF%BD.pdf`],
  ])('%j', (name, header) => {
    expect(contentDisposition(name)).toBe(header)
  })
})
