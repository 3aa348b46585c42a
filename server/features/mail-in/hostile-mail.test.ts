import { readMailInHtml } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { maxMailText } from '@gya/domain/features/mail-in/receiving-limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fixtures, PropertyPath } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { parseMail } from './read/parse-mail.ts'
import { branchAddress, type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

/** E-mails that were made to deceive, or to stop what reads them. */
let mails: MailFixtures
let fixtures: Fixtures
let sale: PropertyPath
beforeAll(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
})
afterAll(() => mails.close())
let number = 130
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  mails.outgoing.received.length = 0
  number += 1
  sale = await mails.makeSale(`${number} Rodway Road`)
})

const rawMail = (heads: string[], body: string) => {
  const date = `Date: ${new Date(fixtures.clock.now()).toUTCString()}`
  return [
    ...heads,
    `To: ${branchAddress}`,
    'Subject: Hello',
    `Message-ID: <${number}.${heads.length}@evil.example>`,
    date,
    '',
    body,
    '',
  ].join('\r\n')
}
const receiveRaw = (heads: string[], body = 'Hello') =>
  mails.receive({ signed: false, raw: rawMail(heads, body), envelope: { from: 'x@evil.example', to: [branchAddress] } })
const shown = async (id: string) =>
  (await fixtures.as('staff').inject({ method: 'GET', url: addressOf(readMailInHtml.path, mails.at(id)) })).payload.split(
    '</style>',
  )[1]

test('a From that DMARC cannot judge, or judges otherwise than it is shown, is failed', async () => {
  for (const from of [
    'Calliope Primrose <calliope@nettlefold.example>; x@evil.example',
    'Calliope Primrose <calliope@nettlefold.example>, x@evil.example',
    'calliope',
  ])
    expect((await mails.read(await receiveRaw([`From: ${from}`]))).senderCheck).toBe('failed')
  expect((await mails.read(await receiveRaw(['From: Vee <vee@evil.example>']))).senderCheck).toBe('not-verified')
})

test('bank details in the HTML beside a text, and in the name of a picture, are warned of and masked', async () => {
  const { replyTo } = await mails.write(sale)
  const numbers = 'sort code 20-11-22, account 87654321'
  const both = await mails.receive({
    to: replyTo,
    subject: 'Re: Searches',
    text: 'See the message.',
    html: `<p>Pay to ${numbers}</p>`,
  })
  const alt = await mails.receive({
    to: replyTo,
    subject: 'Re: Searches',
    html: `<p>As agreed:</p><img src="x" alt="${numbers}">`,
  })
  for (const id of [both, alt]) {
    expect((await mails.read(id)).warnings.map(({ warning }) => warning)).toEqual(['bank-details'])
    expect(await shown(id)).toContain('account ••••••21')
    expect(await shown(id)).not.toContain('87654321')
  }
})

test('NUL in a signature and in a type is no obstacle; many signatures are not all kept', async () => {
  const signature = (domain: string) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=test; h=from; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA`
  const from = 'From: Vee <vee@evil.example>'
  const signed = await receiveRaw([from, ...Array.from({ length: 30 }, (_, at) => signature(`nettle\0fold${at}.example`))])
  expect((await mails.read(signed)).state).toBe('inbox')
  expect((await mails.read(signed)).checks?.dkim).toHaveLength(20)
  const part = 'Content-Type: application/x\0y; name=q.pdf\r\nContent-Disposition: attachment; filename=q.pdf\r\n\r\nabc'
  const typed = await receiveRaw(
    [from, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    `--b\r\n\r\nx\r\n--b\r\n${part}\r\n--b--`,
  )
  expect((await mails.read(typed)).files.map(({ name }) => name)).toEqual(['q.pdf'])
})

test('many lines are read; of a long text its start, and of quotes in quotes a few marks', async () => {
  const lines = await receiveRaw(['From: Vee <vee@evil.example>'], 'a\r\n'.repeat(160_000))
  expect((await mails.read(lines)).state).toBe('inbox')
  const parse = (heads: string[], body: string) => parseMail(Buffer.from(rawMail(heads, body)), fixtures.clock.now())
  const long = await parse([], 'word '.repeat(100_000))
  expect(long.text).toHaveLength(maxMailText)
  const html = await parse(['MIME-Version: 1.0', 'Content-Type: text/html'], '<blockquote>\r\na\r\n'.repeat(10_000))
  expect(Math.max(...html.text.split('\n').map((line) => line.length))).toBeLessThan(40)
  expect(html.htmlText.length).toBeLessThanOrEqual(maxMailText)
})
