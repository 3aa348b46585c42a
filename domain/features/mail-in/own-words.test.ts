import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownWordsOf } from './own-words.ts'

const quote = '> Dear Jane\n> Are the searches back?\n> Tamsin'
const own = 'Dear Tamsin\n\nThe searches are back.'
const head =
  'From: Tamsin Larkspur <larkmead@in.gya.example>\nSent: 28 November 2026 10:42\nTo: Jane Hollis\nSubject: 27 Rodway Road'

describe('Own words end where the quote begins', () => {
  test.each([
    ['Gmail', `On Sat, 28 Nov 2026 at 10:42, Tamsin Larkspur <l@in.gya.example> wrote:\n${quote}`],
    [
      'Gmail over three lines',
      `On Sat, 28 Nov 2026 at 10:42, Tamsin Larkspur\n<larkmead-reading@in.gya.example>\nwrote:\n\n${quote}`,
    ],
    ['without marks', 'On 28 Nov 2026, at 10:42, Tamsin wrote:\n\nDear Jane\nAre the searches back?'],
    ['an address line above quoted lines', `2026-11-28 Tamsin:\n${quote}`],
    ['Outlook', `-----Original Message-----\n${head}\n\nAre the searches back?`],
    ['a head block', `${head}\n\nAre the searches back?`],
    [
      'a head in bold',
      `*From:* Tamsin <l@in.gya.example>\n*Sent:* 28 November 2026\n*To:* Jane\n*Subject:* Otter\n\nAre they back?`,
    ],
    ['Outlook’s line', `________________________________\n${head}\n\nAre the searches back?`],
    ['Gmail’s forward', `---------- Forwarded message ---------\n${head}\n\nAre they back?`],
    ['Apple’s forward', `Begin forwarded message:\n\n${head}\n\nAre they back?`],
    ['quoted to the end', quote],
  ])('%s', (_, below) => {
    const words = ownWordsOf(`${own}\n\n${below}`)
    expect(words).toMatchObject({ own, read: own, signature: '' })
    expect(words.quoted).toBe(below)
  })

  test('text below and between quotes belongs to own words', () => {
    expect(ownWordsOf(`On 28/11/2026 Tamsin wrote:\n${quote}\n\nThey are back.`).own).toBe('They are back.')
    expect(ownWordsOf(`> Searches?\nBack on Friday.\n> Enquiries?\nAnswered.`).own).toBe('Back on Friday.\nAnswered.')
  })

  test('If nothing would remain, nothing is folded, and nothing is read', () => {
    const text = `On 28/11/2026 Tamsin wrote:\n${quote}`
    expect(ownWordsOf(text)).toMatchObject({ own: text, read: '', quoted: '', signature: '' })
  })

  test('a sentence about what somebody wrote is no quote', () => {
    const text = 'On Friday the 3rd I rang them.\nFrom: now on please use the portal.\nTo be clear: it is done.'
    expect(ownWordsOf(text).own).toBe(text)
  })
})

describe('Signature', () => {
  test.each([
    'Kind regards\n\nJane Hollis\nPartner\nFennimore Law LLP',
    'Yours sincerely,\nJane Hollis',
    'Many thanks\nJane',
    'Thanks,',
    '--\nJane Hollis',
    'Sent from my iPhone',
    'Get Outlook for iOS',
    'This e-mail and any attachments are confidential and intended for the addressee only.',
    'Fraud warning: our bank details will not change during the transaction.',
    'Fennimore Law LLP is authorised and regulated by the Solicitors Regulation Authority.',
  ])('%j is folded apart', (signature) => {
    expect(ownWordsOf(`${own}\n\n${signature}`)).toMatchObject({ own, signature })
  })

  test.each([
    'Thanks.\n\nThe searches are back.',
    'Many thanks for your e-mail.\nThe searches are back.',
    'Best of luck with it.',
  ])('%j is none', (text) => expect(ownWordsOf(text).own).toBe(text))

  test('one above a quote does not take the text below', () => {
    const words = ownWordsOf(`They are back.\nKind regards\nJane\n> Searches?\nBack since Friday.`)
    expect(words).toMatchObject({ own: 'They are back.\nBack since Friday.', signature: 'Kind regards\nJane' })
  })
})

test('the head of a forwarded e-mail and its own words are read, and not those that it quotes', () => {
  const inner = 'The draft contract was issued today.'
  for (const [start, mark] of [
    ['---------- Forwarded message ---------\n', ''],
    ['Begin forwarded message:\n\n', '> '],
  ] as const) {
    const forward = `From: Jane Hollis <Jane@Fennimore.example>\nDate: 28 November 2026\nSubject: Otter\nTo: tamsin@gya.example\n\n${inner}\n\nKind regards\nJane\n\n${head}\n\nAny news?`
    const words = ownWordsOf(`For the file\n\n${start}${forward.replaceAll(/^/gm, mark)}`)
    expect(words.own).toBe('For the file')
    expect(words.forwarded).toEqual({
      fromName: 'Jane Hollis',
      from: 'jane@fennimore.example',
      subject: 'Otter',
      writtenOn: '28 November 2026',
      text: inner,
    })
  }
})

test('Property-based: nothing is lost or invented, and long hostile texts are quick', () => {
  const piece = fc.constantFrom(
    'On 1 wrote:',
    '> a',
    'From: a',
    'To: b',
    'Sent: c',
    '-- ',
    'Kind regards',
    'Back.',
    '',
    '____________________',
    'x@y',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (lines) => {
      const text = lines.join('\n').trim()
      const { own, read, signature, quoted } = ownWordsOf(text)
      const filled = (all: string): string[] =>
        all
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
          .toSorted()
      expect(filled([own, signature, quoted].join('\n'))).toEqual(filled(text))
      expect(read === '' || read === own).toBe(true)
    }),
  )
  for (const line of ['On 1 ', '> ', 'From: a\n', 'From: a\nTo: b\nSent: c\n', 'Kind ', '-', '_', '\n', '@:\n'])
    ownWordsOf(line.repeat(Math.ceil(100_000 / line.length)))
})

test('a text of many lines is cut as one of few', () => {
  const lines = 'a\n'.repeat(160_000)
  expect(ownWordsOf(`${lines}Regards\n${'> a\n'.repeat(160_000)}`).read).toHaveLength(2 * 160_000 - 1)
})
