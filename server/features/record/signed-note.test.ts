import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newRecordKey } from '../../../test/support/tampering.ts'
import { isSignedBy, publicKeyObject, readNote, signingKeyOf, signNote } from './signed-note.ts'

const host = 'gya.example'
const key = signingKeyOf(host, newRecordKey())
const checkpoint = {
  host,
  companyId: '01919191-0000-7000-8000-000000000001',
  position: 48_312,
  hash: Buffer.alloc(32, 7),
  at: '2026-11-22T02:00:00.000Z',
}
const note = signNote(checkpoint, [key])

test('signNote: lines, an empty line, a line for each signature', () => {
  expect(note.split('\n').slice(0, 5)).toEqual([
    'gya.example/record/01919191-0000-7000-8000-000000000001',
    '48312',
    'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=',
    'at 2026-11-22T02:00:00.000Z',
    '',
  ])
  expect(note).toMatch(/\n— gya\.example [A-Za-z0-9+/]{91}=\n$/)
  expect(signNote(checkpoint, [key, signingKeyOf(host, newRecordKey())]).match(/^— /gm)).toHaveLength(2)
})

describe('readNote accepts a pasted checkpoint', () => {
  test.each([
    ['unchanged', note],
    ['with other line endings', note.replaceAll('\n', '\r\n')],
    ['quoted in a reply', note.replaceAll(/^/gm, '> ')],
    ['quoted twice, indented', note.replaceAll(/^/gm, '> > \t')],
    ['within the e-mail', `Keep this e-mail.\n\n${note}\n\nKind regards\nMarnie`],
    ['without empty lines', note.replaceAll('\n\n', '\n')],
  ])('%s', (_how, text) => {
    const read = readNote(text)
    expect(read).toMatchObject(checkpoint)
    expect(read?.signatures.map(({ signature }) => read && isSignedBy(read, key.publicKey, signature))).toEqual([true])
  })

  test.each(['', 'no note', note.replace('/record/', '/'), note.replace('48312', 'many'), note.slice(0, 90)])(
    'null for %j',
    (text) => expect(readNote(text)).toBeNull(),
  )
})

test('isSignedBy: false for another key, text or signature', () => {
  const [read] = [readNote(note)]
  const signature = read?.signatures[0]?.signature
  if (!read || !signature) throw new Error('not read')
  expect(isSignedBy(read, key.publicKey, signature)).toBe(true)
  expect(isSignedBy(read, signingKeyOf(host, newRecordKey()).publicKey, signature)).toBe(false)
  expect(isSignedBy({ ...read, position: 48_311 }, key.publicKey, signature)).toBe(false)
  expect(isSignedBy(read, key.publicKey, Buffer.alloc(64))).toBe(false)
})

test('an independent verifier (openssl) accepts the signature, and refuses it for another text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gya-note-'))
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  try {
    const publicKey = file('key.pem', publicKeyObject(key.publicKey).export({ type: 'spki', format: 'pem' }))
    const signature = file('signature', readNote(note)?.signatures[0]?.signature ?? '')
    const verify = (text: string) =>
      execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', publicKey, '-rawin', '-in', text, '-sigfile', signature])
    const signed = `${note.slice(0, note.indexOf('\n\n'))}\n`
    expect(verify(file('text', signed)).toString()).toContain('Signature Verified Successfully')
    expect(() => verify(file('other', signed.replace('48312', '48311')))).toThrow('Command failed')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
