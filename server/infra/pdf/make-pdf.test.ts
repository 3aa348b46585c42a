import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { structureOf, textOfPages } from '../../../test/support/pdf-text.ts'
import { makePdf, makeTablePdf } from './make-pdf.ts'
import { printableDocument } from './printable.ts'
import type { PdfTable } from './table.ts'

const text = (words: string) => ({ content: [words] })
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-6).toString().includes('%%EOF')

test('makePdf renders any script and words of any length', async () => {
  for (const words of ['£285,000 Żółć Łódź ’quoted’', 'Ωμέγα Жизнь', '日本語 العربية 🏡', 'W'.repeat(3000), ''])
    expect([words, isPdf(await makePdf(text(words)))]).toEqual([words, true])
})

test('makePdf prints [?] for characters that the font lacks, in every text and nowhere else', async () => {
  const odd = 'Flat 1 🏠 Mill House'
  const printed = 'Flat 1 [?] Mill House'
  const document = {
    foot: odd,
    info: { title: odd, author: odd },
    content: [
      odd,
      { text: odd, id: odd },
      { text: [odd, { text: odd }] },
      { columns: [{ width: '*', stack: [odd] }] },
      { table: { widths: ['*'], body: [[odd, { text: odd }]] } },
      { ul: [odd] },
    ],
    images: { logo: 'data:image/png;base64,AAAA' },
  }
  const changed = printableDocument(document)
  expect(changed).toEqual({
    ...JSON.parse(JSON.stringify(document).replaceAll(odd, printed)),
    content: [
      printed,
      { text: printed, id: odd },
      ...JSON.parse(JSON.stringify(document.content.slice(2)).replaceAll(odd, printed)),
    ],
  })
  const content = [`${odd} דוד أَمل x\u0336`, 'Zoe\u0308']
  const text = textOfPages(await makePdf({ content }))
    .join('')
    .replaceAll(/\s/g, '')
  expect(text).toContain('Flat1[?]MillHouse[?][?][?][?][?][?][?]Zoë')
})

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('makePdf tags headings, paragraphs, lists, pictures and tables, in their order; a head that is repeated counts once', async () => {
  const body = [['Step', 'Day'], ...Array.from({ length: 90 }, (_, row) => [`Step ${row}`, { stack: ['first', 'second'] }])]
  const content = [
    { text: 'Record', headlineLevel: 1 },
    'one two three '.repeat(60),
    { columns: [{ image: dot, fit: [9, 9] as [number, number] }, { ul: ['a', { text: ['b', 'c'] }] }] },
    { table: { headerRows: 1, body } },
  ]
  const made = await makePdf({ content, info: { title: 'Record of a sale' }, foot: 'Larkmead' })
  expect(structureOf(made)).toBe(`Document(H1 P Figure P P Table(TR(TH TH)${' TR(TD TD)'.repeat(90)}))`)
  expect(pages(made)).toBeGreaterThan(2)
  const written = made.toString('latin1')
  for (const part of ['/Marked true', '/Lang (en-GB)', '/DisplayDocTitle true', '/Alt (Picture)']) expect(written).toContain(part)
})

test('makePdf does not block the event loop', async () => {
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
  // If it were rendered on this thread, there would be only a few turns.
  expect(turns).toBeGreaterThan(200)
})

test('makePdf rejects an invalid document without affecting others', async () => {
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
])('makePdf does not load %s', async (_what, document) => {
  await expect(makePdf(document)).rejects.toBeInstanceOf(Error)
})

const table = (rows: number, more: Partial<PdfTable> = {}): PdfTable => ({
  page: 'A3',
  title: 'Workflow, Łódź',
  subtitle: 'All properties',
  figures: [['Properties', String(rows)]],
  legend: [{ text: 'On notice', fill: '#fdeaf0' }],
  columns: [
    { heading: 'Address', group: '', width: 100 },
    { heading: 'Price', group: 'Financial', width: 40, align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, row) => ({
    cells: [{ text: `${row} Ωμέγα Жизнь 日本` }, { text: '£285,000', fill: '#e0f3f2' }],
  })),
  emptyText: 'No property fits these filters.',
  footer: 'Workflow report',
  ...more,
})
const pages = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('makeTablePdf creates as many pages as the rows need, at least one', async () => {
  for (const [rows, wanted] of [
    [0, 1],
    [30, 1],
    [100, 3],
    [2000, 40],
  ] as const) {
    const bytes = await makeTablePdf(table(rows))
    expect([rows, isPdf(bytes), pages(bytes)]).toEqual([rows, true, wanted])
  }
})

test('makeTablePdf tags each cell of a report, and each row of a very long one', async () => {
  expect(structureOf(await makeTablePdf(table(70)))).toBe(`Document(H1 P P P Table(TR(TH TH)${' TR(TD TD)'.repeat(70)}))`)
  expect(structureOf(await makeTablePdf(table(0)))).toBe('Document(H1 P P P Table(TR(TH TH)) P)')
  expect(structureOf(await makeTablePdf(table(5001)))).toContain('Table(TR(TH TH) TR(TD) TR(TD) ')
})

test('makeTablePdf starts the table on the first page, however long the subtitle is', async () => {
  const subtitle = 'Branch: Somewhere-on-Sea, '.repeat(2500)
  expect(pages(await makeTablePdf(table(10, { subtitle })))).toBe(1)
})

test('makeTablePdf does not block the event loop', async () => {
  let turns = 0
  let done = false
  const made = makeTablePdf(table(2000)).finally(() => {
    done = true
  })
  while (!done) {
    await setImmediate()
    turns += 1
  }
  expect(isPdf(await made)).toBe(true)
  // If it were drawn on this thread, there would be only a few turns.
  expect(turns).toBeGreaterThan(200)
})
