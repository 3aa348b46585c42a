import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makePdf } from './pdf.ts'

const text = (words: string) => ({ content: [words] })
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-6).toString().includes('%%EOF')

test('A document of text is a PDF, whatever the script and however long a word is', async () => {
  for (const words of ['£285,000 Żółć Łódź ’quoted’', 'Ωμέγα Жизнь', '日本語 العربية 🏡', 'W'.repeat(3000), ''])
    expect([words, isPdf(await makePdf(text(words)))]).toEqual([words, true])
})

test('Other work goes on while documents are made: the rows of a long table are laid out beside the loop', async () => {
  const body = Array.from({ length: 400 }, (_, row) => Array.from({ length: 8 }, (_cell, column) => `${row} ${column}`))
  let turns = 0
  let done = false
  const made = Promise.all([1, 2, 3].map(() => makePdf({ content: [{ table: { body } }] }))).finally(() => {
    done = true
  })
  while (!done) {
    await setImmediate()
    turns += 1
  }
  expect((await made).every(isPdf)).toBe(true)
  // Made on this thread, the loop would turn a handful of times.
  expect(turns).toBeGreaterThan(200)
})

test('A document that cannot be made rejects alone: those before, beside and after it are made', async () => {
  const broken = { content: [{ image: 'data:image/png;base64,AAAA' }] }
  const statuses = (await Promise.allSettled([text('one'), broken, text('two'), text('three')].map(makePdf))).map(
    ({ status }) => status,
  )
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test.each([
  ['a file of this machine', { content: [{ image: '/etc/hostname' }] }],
  ['an address', { content: [{ image: 'https://pictures.example/logo.png' }] }],
  ['a file among the pictures', { content: [{ image: 'a' }], images: { a: 'file:///etc/hostname' } }],
])('What is drawn comes with the document: %s is not read', async (_what, document) => {
  await expect(makePdf(document)).rejects.toBeInstanceOf(Error)
})
