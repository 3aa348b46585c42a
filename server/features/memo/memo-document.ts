import { addressLine } from '@gya/domain/common/address.ts'
import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, toPounds } from '@gya/domain/common/money.ts'
import type { Memo, Party, Solicitor } from '@gya/domain/features/memo/memo.model.ts'
import { poundsInWords } from '@gya/domain/features/memo/pounds-in-words.ts'
import type { Content } from 'pdfmake/interfaces.js'
import type { PdfDocument } from '../../platform/pdf-document.ts'

/** Who sells: what stands at the head of the letter. `logo` is a `data:` address of a PNG. */
export type Letterhead = {
  company: string
  branch: string
  address: string
  tel: string
  email: string
  brandColour: string
  logo: string | null
}

const ink = '#1f2933'
const grey = '#5f6b7a'
const rule = '#d5dae1'
/** A4 between the margins, in points. Columns have widths in points, not shares: only then is a word that is too long broken. */
const width = 595.28 - 96
const gap = 24
const half = (width - gap) / 2

const line = (colour: string, thickness: number): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: thickness, color: colour }],
})

const label = (text: string): Content => ({
  text: text.toUpperCase(),
  fontSize: 7.5,
  bold: true,
  color: grey,
  characterSpacing: 0.6,
})

const some = (...texts: string[]): string[] => texts.filter((text) => text !== '')

const head = ({ company, branch, address, tel, email, brandColour, logo }: Letterhead): Content => [
  {
    columns: [
      logo
        ? { stack: [{ image: logo, fit: [190, 52] }], width: '*' }
        : { text: company, fontSize: 18, bold: true, color: ink, width: width - 250, margin: [0, 6, 0, 0] },
      {
        width: 230,
        alignment: 'right',
        fontSize: 8.5,
        color: grey,
        stack: [
          { text: company === branch ? company : `${company}, ${branch}`, bold: true, color: ink, fontSize: 9.5 },
          ...some(address, tel, email),
        ],
      },
    ],
    columnGap: 20,
  },
  { ...(line(brandColour, 3) as object), margin: [0, 12, 0, 18] } as Content,
]

const title = (on: DateOnly): Content => [
  {
    columns: [
      { text: 'Memorandum of sale', fontSize: 20, bold: true, color: ink, width: '*' },
      { text: showDate(on), alignment: 'right', width: 100, margin: [0, 9, 0, 0] },
    ],
  },
  { text: 'Subject to contract', fontSize: 11, color: grey, margin: [0, 0, 0, 14] },
]

const band = { fillColor: '#f4f6f8', margin: [10, 8, 10, 10] as [number, number, number, number] }

/** The property and what it is sold for: what a reader looks for first. */
const sale = (memo: Memo): Content => ({
  table: {
    widths: [width - 198, 190],
    body: [
      [
        {
          ...band,
          stack: [
            label('Property'),
            { text: addressLine(memo.address), fontSize: 13, bold: true, color: ink, margin: [0, 2, 0, 2] },
            { text: `Tenure: ${memo.tenure}`, color: grey },
          ],
        },
        {
          ...band,
          stack: [
            label('Agreed price'),
            {
              text: memo.price === null ? 'To be confirmed' : showPounds(toPounds(memo.price)),
              fontSize: 16,
              bold: true,
              color: ink,
              margin: [0, 1, 0, 1],
            },
            ...(memo.price === null ? [] : [{ text: poundsInWords(memo.price), color: grey, fontSize: 8.5 }]),
          ],
        },
      ],
    ],
  },
  layout: 'noBorders',
  margin: [0, 0, 0, 16],
})

/** "A custom seller or buyer text replaces the displayed name, which is then shown struck through." Property document, section 4. */
const party = (what: string, { name, custom, email, tel }: Party): Content[] => [
  label(what),
  ...(custom ? [{ text: name, decoration: 'lineThrough' as const, color: grey, fontSize: 8.5 }] : []),
  { text: custom || name, fontSize: 11, bold: true, color: ink, margin: [0, 1, 0, 2] },
  ...some(email, tel),
]

const solicitor = (what: string, { firm, poc, email, tel, address }: Solicitor): Content[] => [
  label(what),
  { text: firm, fontSize: 11, bold: true, color: ink, margin: [0, 1, 0, 2] },
  ...some(poc, address, email, tel),
]

const pair = (left: Content[], right: Content[]): Content => ({
  unbreakable: true,
  stack: [
    line(rule, 0.5),
    {
      columns: [
        { width: half, stack: left },
        { width: half, stack: right },
      ],
      columnGap: gap,
      margin: [0, 8, 0, 12],
    },
  ],
})

/** A heading beside its text; nothing where there is no text. */
const paragraph = (what: string, text: string): Content[] =>
  text === ''
    ? []
    : [
        line(rule, 0.5),
        {
          columns: [
            { width: 110, stack: [label(what)], margin: [0, 2, 0, 0] },
            { width: width - 126, text },
          ],
          columnGap: 16,
          margin: [0, 8, 0, 10],
        },
      ]

/**
 * The memorandum of sale as a letter: who sells what to whom, for how much and on what terms, and who acts. `on` is the day
 * it is made. Texts that somebody typed are set as they are.
 */
export const memoDocument = (memo: Memo, letterhead: Letterhead, on: DateOnly): PdfDocument => ({
  info: { title: `Memorandum of sale: ${addressLine(memo.address)}`, author: letterhead.company },
  defaultStyle: { color: '#333d49' },
  foot: [letterhead.company, letterhead.address].filter(Boolean).join(' · '),
  content: [
    head(letterhead),
    title(on),
    sale(memo),
    ...(memo.buyer ? [pair(party('Vendor', memo.seller), party('Buyer', memo.buyer))] : []),
    ...(memo.vendorSolicitor && memo.buyerSolicitor
      ? [pair(solicitor('Vendor’s solicitor', memo.vendorSolicitor), solicitor('Buyer’s solicitor', memo.buyerSolicitor))]
      : []),
    ...paragraph('Terms', memo.terms.join(' ')),
    ...paragraph('Chain', memo.chain),
    ...paragraph('Offer accepted', memo.offerAcceptedOn ? showDate(memo.offerAcceptedOn) : ''),
    ...paragraph('Completion', memo.completionDate ? `Agreed for ${showDate(memo.completionDate)}.` : ''),
    ...paragraph('Remarks', memo.remarks),
    ...paragraph('Agent’s contact', memo.agentsContact || memo.agent),
    line(rule, 0.5),
    {
      text: 'This memorandum records what has been agreed in principle. It is subject to contract and is not part of one; nothing in it binds the vendor or the buyer until contracts are exchanged.',
      fontSize: 8,
      color: grey,
      margin: [0, 10, 0, 0],
    },
  ],
})
