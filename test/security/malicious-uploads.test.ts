import { crc32, deflateSync } from 'node:zlib'
import { downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'
import { createPng, multipartForm } from '../support/multipart-form.ts'
import { addressOf } from '../support/test-client.ts'

/** Polyglots, decompression bombs and files of another type than declared. */

let fixtures: Fixtures
let png: Buffer
let gif: Buffer
let jpeg: Buffer
beforeAll(async () => {
  fixtures = await openFixtures()
  png = await createPng(20, 20)
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
  gif = await picture.clone().gif().toBuffer()
  jpeg = await picture.clone().jpeg().toBuffer()
})
afterAll(() => fixtures.close())

const script = '<script>hit()</script>'

/** A PNG chunk with length and checksum. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG that declares these dimensions and contains one line. */
function claiming(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A small PNG with extra content before its end. */
const withChunk = (type: string, content: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, -12), chunk(type, content), png.subarray(-12)])

/** A JPEG comment after the first marker. */
function commented(text: string): Buffer {
  const mark = Buffer.from([0xff, 0xfe, 0, 0])
  mark.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), mark, Buffer.from(text), jpeg.subarray(2)])
}

const zeros = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 1 })

const putLogo = async (content: Buffer, fileName: string) => {
  const form = await multipartForm([
    ['_id', fixtures.a.companyId],
    ['file', content, fileName],
  ])
  return fixtures.as('company').inject({ method: 'PUT', url: '/api/company', ...form })
}

const addDocument = async (content: Buffer, fileName: string) => {
  const form = await multipartForm([['file', content, fileName]])
  return fixtures
    .as('staff')
    .inject({ method: 'POST', url: addressOf('/property/:companyId/:branchId/:propertyId/document', fixtures.first), ...form })
}

describe('Pictures are re-encoded: nothing else of the file is stored', () => {
  test.each([
    ['a GIF that is also a script', () => Buffer.concat([gif, Buffer.from(`*/=1;${script}`)]), 415],
    ['a JPEG with HTML in its comment', () => commented(script), 200],
    ['a PNG with HTML in its text', () => withChunk('tEXt', Buffer.from(`Comment\0${script}`)), 200],
    ['a PNG with HTML after its end', () => Buffer.concat([png, Buffer.from(`<!doctype html>${script}`)]), 200],
    ['a PNG with a PDF after its end', () => Buffer.concat([png, Buffer.from(`%PDF-1.4 ${script} %%EOF`)]), 200],
    ['a JPEG with a ZIP after its end', () => Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'), Buffer.from(script)]), 200],
  ])('%s', async (_what, content, status) => {
    const answer = await putLogo(content(), 'logo.png')
    expect(answer.statusCode).toBe(status)
    if (status !== 200) return
    const shown = await fixtures.as('company').inject({ method: 'GET', url: `/api/company/photo/${fixtures.a.companyId}` })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.rawPayload.includes('hit()')).toBe(false)
    expect(shown.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
})

describe('Decompression bombs cost little', () => {
  test.each([
    ['2.5 billion pixels', () => claiming(50_000, 50_000), [415]],
    ['a width of a million pixels', () => claiming(1_000_000, 60), [415]],
    ['a height of 0', () => claiming(10, 0), [415]],
    ['100 MB of text in a PNG', () => withChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(100)])), [200, 415]],
    [
      '100 MB of a colour profile in a PNG',
      () => withChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zeros(100)])),
      [200, 415],
    ],
    [
      'a PNG that decompresses to 100 MB too much',
      () => Buffer.concat([png.subarray(0, 33), chunk('IDAT', zeros(100)), png.subarray(-12)]),
      [200, 415],
    ],
    ['a picture truncated', () => png.subarray(0, png.length - 20), [415]],
  ])('%s', async (_what, content, statuses) => {
    const file = content()
    expect(file.length).toBeLessThan(4_000_000)
    const before = process.memoryUsage().rss
    const answer = await putLogo(file, 'logo.png')
    expect(statuses).toContain(answer.statusCode)
    // Decompressed, the first would take 7.5 GB.
    expect((process.memoryUsage().rss - before) / 1_000_000).toBeLessThan(400)
  })
})

describe('Documents are served as attachments', () => {
  test.each([
    ['a PDF called HTML', Buffer.from('%PDF-1.4\n%%EOF'), 'letter.pdf.html', /^letter\.pdf\.html\.pdf$/],
    ['text with a comparison', Buffer.from('a < b, and <b> is a letter'), 'note.txt', /^note\.txt$/],
    ['a picture with two extensions', 'png', 'photo.exe.png', /\.png$/],
    ['a picture called a document', 'png', 'photo.docx', /^photo\.docx\.png$/],
    ['a name of 10,000 letters', 'png', `${'n'.repeat(10_000)}.png`, /\.png$/],
    ['a name that is a path', 'png', '../../../../etc/cron.d/evil.png', /^evil\.png$/],
    ['a name that is a Windows path', 'png', 'C:\\Windows\\evil.png', /^evil\.png$/],
    ['a name with line breaks', 'png', 'a\r\nSet-Cookie: b=c\r\n\r\n<script>.png', /\.png$/],
    ['a name with a right-to-left override', 'png', 'invoice\u202Egnp.exe', /^invoicegnp\.exe\.png$/],
    ['a name of dots', 'png', '....', /^file\.png$/],
    ['a long name with another ending', 'png', `${'n'.repeat(300)}.exe`, /^n+\.png$/],
  ])('%s', async (_what, content, fileName, ending) => {
    const answer = await addDocument(content === 'png' ? png : (content as Buffer), fileName)
    expect(answer.statusCode).toBe(200)
    const [document] = answer.json<{ documents: { _id: string; file: { fileName: string } }[] }>().documents
    expect(document?.file.fileName).toMatch(/^[^<>:"/\\|?*\r\n\u202A-\u202E]{1,200}$/)
    expect(document?.file.fileName).toMatch(ending)
    const url = addressOf(downloadDocument.path, { ...fixtures.first, documentId: document?._id })
    const { headers } = await fixtures.as('staff').inject({ method: 'GET', url })
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~-]+$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['a page', `<!doctype html>${script}`, 'page.html'],
    ['HTML called a picture', `<!doctype html>${script}`, 'photo.png'],
    ['an SVG with a script', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'drawing.svg'],
    ['an SVG called a picture', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'drawing.png'],
    ['a script', 'hit()', 'code.js'],
    ['HTML with two extensions', script, 'letter.pdf.html'],
    ['an executable called a spreadsheet', 'MZ\u0090\u0000', 'list.csv'],
    ['a ZIP called a document', 'PK\u0003\u0004\u0014\u0000', 'letter.docx'],
    ['nothing', '', 'letter.pdf'],
  ])('%s is refused and not stored', async (_what, content, fileName) => {
    const before = await databaseChecksum(fixtures.database)
    expect([400, 415]).toContain((await addDocument(Buffer.from(content), fileName)).statusCode)
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test.each([
    ['HTML called text', () => Buffer.from(`<!doctype html>${script}`), 'page.txt'],
    ['HTML after a byte order mark', () => Buffer.from(`\uFEFF  <html><body>hit</body></html>`), 'page.txt'],
    ['HTML after 100 KB of text', () => Buffer.from(`${'text '.repeat(20_000)}${script}`), 'page.txt'],
    ['HTML called a table', () => Buffer.from(`a,b\n${script},c`), 'list.csv'],
    ['an SVG called text', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>`), 'drawing.txt'],
    ['a PDF that is also HTML', () => Buffer.from(`%PDF-1.4\n${script}\n%%EOF`), 'letter.pdf'],
    [
      'a PDF with a ZIP after its end',
      () => Buffer.from(`%PDF-1.4\n%%EOF\nPK\u0003\u0004PK\u0005\u0006${'\0'.repeat(18)}`),
      'a.pdf',
    ],
    ['a GIF that is also a script', () => Buffer.concat([gif, Buffer.from(`*/=1;${script}`)]), 'a.gif'],
    ['a JPEG with HTML in its comment', () => commented(script), 'a.jpg'],
    ['a PNG with HTML after its end', () => Buffer.concat([png, Buffer.from(`<!doctype html>${script}`)]), 'a.png'],
    ['a PNG with a PDF after its end', () => Buffer.concat([png, Buffer.from('%PDF-1.4 %%EOF')]), 'a.png'],
    ['a JPEG with a ZIP after its end', () => Buffer.concat([jpeg, Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`)]), 'a.jpg'],
    ['a PNG truncated', () => png.subarray(0, png.length - 20), 'a.png'],
    ['a JPEG truncated', () => jpeg.subarray(0, Math.floor(jpeg.length * 0.8)), 'a.jpg'],
    ['a PNG of 2.5 billion pixels', () => claiming(50_000, 50_000), 'a.png'],
  ])('content %s is refused and not stored', async (_what, content, fileName) => {
    const before = await databaseChecksum(fixtures.database)
    const answer = await addDocument(content(), fileName)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'FILE_NOT_ALLOWED'])
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test.each([
    ['image.png', () => png],
    ['image.gif', () => gif],
    ['image.jpg', () => jpeg],
  ])('%s is accepted unchanged', async (fileName, content) => {
    expect((await addDocument(content(), fileName)).statusCode).toBe(200)
  })

  test('two files in one form, in either order, respond FILE_NOT_ALLOWED', async () => {
    const before = await databaseChecksum(fixtures.database)
    for (const second of ['file', 'other']) {
      const form = await multipartForm([
        ['file', png, 'one.png'],
        [second, png, 'two.png'],
      ])
      const url = addressOf('/property/:companyId/:branchId/:propertyId/document', fixtures.first)
      expect((await fixtures.as('staff').inject({ method: 'POST', url, ...form })).statusCode).toBe(415)
    }
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})
