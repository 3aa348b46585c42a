import { addressLine } from '@gya/domain/common/address-line.ts'
import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, toPounds } from '@gya/domain/common/money.ts'
import { unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import type { Memo, Party, Solicitor } from '@gya/domain/features/memo/memo.model.ts'
import { poundsInWords } from '@gya/domain/features/memo/pounds-in-words.ts'
import type { Content } from 'pdfmake/interfaces.js'
import type { PdfDocument } from '../../infra/pdf/make-pdf.ts'

/** The selling company and branch. `logo` is a `data:` URL of a PNG. */
export type Letterhead = {
  company: string
  branch: string
  address: string
  tel: string
  email: string
  brandColour: string
  logo: string | null
}

/** Colour of texts that stand out. */
export const ink = '#1f2933'
const grey = '#5f6b7a'
const rule = '#d5dae1'
/** A4 between the margins, in points. Column widths are points, not shares: pdfmake breaks long words only then. */
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

const nonEmpty = (...texts: string[]): string[] => texts.filter((text) => text !== '')

const addressLines = (address: string): string[] => {
  const cut = address.lastIndexOf(', ')
  return cut === -1 ? [address] : [address.slice(0, cut), address.slice(cut + 2)]
}

export const letterheadBlock = ({ company, branch, address, tel, email, brandColour, logo }: Letterhead): Content => [
  {
    columns: [
      logo
        ? { stack: [{ image: logo, alt: company, fit: [190, 52] } as Content], width: '*' }
        : { text: company, fontSize: 18, bold: true, color: ink, width: width - 250, margin: [0, 6, 0, 0] },
      {
        width: 230,
        alignment: 'right',
        fontSize: 8.5,
        color: grey,
        stack: [
          { text: company === branch ? company : `${company}, ${branch}`, bold: true, color: ink, fontSize: 9.5 },
          ...nonEmpty(...addressLines(address), tel, email),
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
      { text: 'Memorandum of sale', headlineLevel: 1, fontSize: 20, bold: true, color: ink, width: '*' },
      { text: showDate(on), alignment: 'right', width: 100, margin: [0, 9, 0, 0] },
    ],
  },
  { text: 'Subject to contract', fontSize: 11, color: grey, margin: [0, 0, 0, 14] },
]

const panelStyle = { fillColor: '#f4f6f8', margin: [10, 8, 10, 10] as [number, number, number, number] }

const saleBlock = (memo: Memo): Content => ({
  table: {
    widths: [width - 198, 190],
    body: [
      [
        {
          ...panelStyle,
          stack: [
            label('Property'),
            { text: addressLine(memo.address), fontSize: 13, bold: true, color: ink, margin: [0, 2, 0, 2] },
            { text: `Tenure: ${memo.tenure}`, color: grey },
          ],
        },
        {
          ...panelStyle,
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

/**
 * "A custom seller or buyer text replaces the displayed name, which is then shown struck through."
 * [property §4](docs/design/property.md#4). A name that the font cannot print is omitted.
 */
const partyBlock = (what: string, { name, custom, email, tel }: Party): Content[] => [
  label(what),
  ...(custom && unprintableCharacters(name).length === 0 ? [struckThrough(name)] : []),
  { text: custom || name, fontSize: 11, bold: true, color: ink, margin: [0, 1, 0, 2] },
  ...nonEmpty(email, tel),
]

/** A thin grey line keeps the name readable. */
const struckThrough = (name: string): Content => ({
  text: name,
  decoration: 'lineThrough',
  decorationColor: grey,
  decorationThickness: 0.6,
  fontSize: 10,
  margin: [0, 1, 0, 0],
})

const solicitorBlock = (what: string, { firm, poc, email, tel, address }: Solicitor): Content[] => [
  label(what),
  { text: firm, fontSize: 11, bold: true, color: ink, margin: [0, 1, 0, 2] },
  ...nonEmpty(poc, address, email, tel),
]

const sideBySide = (left: Content[], right: Content[]): Content => ({
  unbreakable: true,
  stack: [
    line(rule, 0.5),
    {
      columns: [
        { width: half, stack: left },
        { width: half, stack: right },
      ],
      columnGap: gap,
      margin: [0, 7, 0, 9],
    },
  ],
})

/** Nothing for an empty text. */
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
          margin: [0, 7, 0, 8],
        },
      ]

type Fact = [what: string, text: string]

/** Nothing without facts. */
const factsRow = (all: readonly Fact[]): Content[] => {
  const nonEmptyFacts = all.filter(([, text]) => text !== '')
  if (nonEmptyFacts.length === 0) return []
  const share = (width - gap * (nonEmptyFacts.length - 1)) / nonEmptyFacts.length
  return [
    line(rule, 0.5),
    {
      columns: nonEmptyFacts.map(([what, text]) => ({ width: share, stack: [label(what), { text, margin: [0, 1, 0, 0] }] })),
      columnGap: gap,
      margin: [0, 7, 0, 8],
    },
  ]
}

/** The layout of the memorandum of sale. `on` is its date. */
export const memoPdfLayout = (memo: Memo, letterhead: Letterhead, on: DateOnly): PdfDocument => ({
  info: { title: `Memorandum of sale: ${addressLine(memo.address)}`, author: letterhead.company },
  defaultStyle: { color: '#333d49' },
  foot: [letterhead.company, letterhead.address].filter(Boolean).join(' · '),
  content: [
    letterheadBlock(letterhead),
    title(on),
    saleBlock(memo),
    ...(memo.buyer ? [sideBySide(partyBlock('Vendor', memo.seller), partyBlock('Buyer', memo.buyer))] : []),
    ...(memo.vendorSolicitor && memo.buyerSolicitor
      ? [
          sideBySide(
            solicitorBlock('Vendor’s solicitor', memo.vendorSolicitor),
            solicitorBlock('Buyer’s solicitor', memo.buyerSolicitor),
          ),
        ]
      : []),
    ...factsRow([
      ['Offer accepted', memo.offerAcceptedOn ? showDate(memo.offerAcceptedOn) : ''],
      ['Completion', memo.completionDate ? `Agreed for ${showDate(memo.completionDate)}` : ''],
      ['Chain', memo.chain],
    ]),
    ...paragraph('Terms', memo.terms.join(' ')),
    ...paragraph('Remarks', memo.remarks),
    ...paragraph('Agent’s contact', memo.agentsContact || memo.agent),
    {
      unbreakable: true,
      stack: [
        line(rule, 0.5),
        {
          text: 'This memorandum records what has been agreed in principle. It is subject to contract and is not part of one; nothing in it binds the vendor or the buyer until contracts are exchanged.',
          fontSize: 8,
          color: grey,
          margin: [0, 8, 0, 0],
        },
      ],
    },
  ],
})
