import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everything } from '../testing/everything.ts'
import { formOf, pngOf } from '../testing/form.ts'
import { addressOf } from '../testing/test-client.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A signature of the test's own: no scanner knows it, and no file holds it by chance. */
const infected = `local-test-signature-${randomBytes(8).toString('hex')}`

/** Speaks clamd's INSTREAM: reads the pieces, and finds a file infected that holds the signature. */
let scanner: Server
let scanned: Buffer[] = []
let answering: 'verdict' | 'error' | 'nothing' = 'verdict'
let world: World

beforeAll(async () => {
  scanner = createServer((socket) => {
    let got = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      got = Buffer.concat([got, bytes])
      const file = streamed(got)
      if (file === null) return
      scanned.push(file)
      if (answering === 'nothing') return void socket.destroy()
      const verdict = file.includes(infected) ? 'Local.Test.UNOFFICIAL FOUND' : 'OK'
      socket.end(answering === 'error' ? 'INSTREAM size limit exceeded. ERROR\0' : `stream: ${verdict}\0`)
    })
  }).listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  const { port } = scanner.address() as { port: number }
  world = await openWorld({ config: { clamdUrl: `tcp://127.0.0.1:${port}` } })
})
beforeEach(() => {
  answering = 'verdict'
  scanned = []
})
afterAll(async () => {
  await world.close()
  scanner.close()
})

/** The file of a whole INSTREAM command; null while some of it is still to come. */
function streamed(bytes: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (bytes.length < command.length) return null
  expect(bytes.toString('latin1', 0, command.length)).toBe(command)
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    if (at + 4 + length > bytes.length) return null
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const addDocument = async (content: Buffer, fileName: string) => {
  const form = await formOf([['file', content, fileName]])
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', world.first)
  return world.as('staff').inject({ method: 'POST', url, ...form })
}

describe('With CLAMD_URL every file is scanned before any of it is stored', () => {
  test('a clean one is kept; the scanner got all of it', async () => {
    const content = Buffer.from('clean '.repeat(50_000))
    expect((await addDocument(content, 'note.txt')).statusCode).toBe(200)
    expect(scanned).toEqual([content])
  })

  test('an infected one is refused in words and as a security event, and nothing of it is kept', async () => {
    const before = await everything(world.database)
    const answer = await addDocument(Buffer.from(`text ${infected} text`), 'note.txt')
    expect([answer.statusCode, answer.json<unknown>()]).toMatchObject([
      422,
      { code: 'FILE_INFECTED', message: expect.stringMatching(/virus/) },
    ])
    const { 'public.audit': _audit, ...after } = await everything(world.database)
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'public.audit')))
    const { rows } = await world.database.pool.query(
      `select user_id, data ->> 'found' as found from audit where kind = 'upload-infected'`,
    )
    expect(rows).toEqual([{ user_id: world.idOf.staff, found: 'Local.Test.UNOFFICIAL' }])
  })

  test('a picture too, before it is drawn', async () => {
    const form = await formOf([
      ['_id', world.a.companyId],
      ['file', Buffer.concat([await pngOf(4, 4), Buffer.from(infected)]), 'logo.png'],
    ])
    expect((await world.as('company').inject({ method: 'PUT', url: '/api/company', ...form })).statusCode).toBe(422)
  })

  test.each(['error', 'nothing'] as const)(
    'a scanner that answers %s: nothing is kept, and it can be tried again',
    async (how) => {
      const before = await everything(world.database)
      answering = how
      const answer = await addDocument(Buffer.from('text'), 'note.txt')
      expect([answer.statusCode, answer.json<unknown>()]).toMatchObject([503, { code: 'SCAN_NOT_READY' }])
      expect(await everything(world.database)).toEqual(before)
      answering = 'verdict'
      expect((await addDocument(Buffer.from('text'), 'note.txt')).statusCode).toBe(200)
    },
  )
})
