import { addressLine } from '@gya/domain/common/address-line.ts'
import { londonDay, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { Party } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import { filterWords, leftOutWords, recordFilePartyLabels } from '@gya/domain/features/record/record-file.rules.ts'
import {
  replacedWords,
  startedSealedWords,
  verdictRemarks,
  verdictWords,
  whatItShows,
} from '@gya/domain/features/record/verdict.ts'
import type { Content } from 'pdfmake/interfaces.js'
import type { PdfDocument, PdfFile } from '../../../infra/pdf/make-pdf.ts'
import { callsAndNotesSection } from './calls-and-notes-section.ts'
import { documentsSection } from './documents-section.ts'
import { emailsSection } from './emails-section.ts'
import {
  anchored,
  bad,
  badTint,
  good,
  goodTint,
  label,
  labelledRows,
  muted,
  navy,
  pageWidth,
  paragraph,
  runs,
  sectionTitle,
  subtitle,
} from './pdf-parts.ts'
import type { RecordFileContent } from './read-content.ts'
import { recordSection } from './record-section.ts'
import { saleSection } from './sale-section.ts'
import { sentMails } from './write-zip.ts'

/**
 * "PDF (A4, one file): cover, contents page with page numbers, 1 the sale in a page, 2 record month by month, 3 e-mails, 4 calls and
 * notes, 5 documents, 6 proof in words." [trust §2.2](docs/design/trust.md#2.2), rule 2. `embedded`: null if the documents are not in the
 * PDF.
 */
export function recordFileLayout(content: RecordFileContent, embedded: readonly PdfFile[] | null): PdfDocument {
  const { detail, made, madeOn } = content
  const address = addressLine(detail.address)
  const mailNumbers = new Map(sentMails(content).map(({ id }, index) => [id, index + 1]))
  return {
    info: { title: `Record of ${address}`, author: detail.company.name },
    foot: `${detail.address.line1}. Record made ${showDateTime(madeOn)} for ${made.recipient}`.slice(0, 110),
    content: [
      cover(content, address),
      contents(content, embedded),
      saleSection(content),
      recordSection(content, mailNumbers),
      emailsSection(content, mailNumbers),
      callsAndNotesSection(content),
      documentsSection(content, embedded),
      proofSection(content),
    ],
    defaultStyle: { fontSize: 9, color: '#1b2433' },
  }
}

const partyWords = (party: Party): string =>
  party === null
    ? 'none'
    : [party.contact.name, party.poc?.name, ...contactWords(party.poc ?? party.contact)].filter(Boolean).join(', ')

const contactWords = ({ email, tel }: { email: string; tel: string }): string[] => [email, tel].filter(Boolean)

const person = (name: string, contact: { email: string; tel: string }): string =>
  name === '' ? 'none' : [name, ...contactWords(contact)].join(', ')

function cover({ detail, made, madeOn, entries: listed, leftOut, verdict }: RecordFileContent, address: string): Content {
  const { owner, buyer, contacts, company, branch } = detail
  const [line1, ...rest] = address.split(', ')
  const copy =
    made.copy === 'full' ? 'Full' : `For ${recordFilePartyLabels[made.party ?? 'seller']}. Masked parts are black bars.`
  return [
    {
      columns: [
        { text: runs(company.name, { bold: true, fontSize: 11, color: navy }) },
        { text: 'Record of a sale', alignment: 'right', color: muted },
      ],
    },
    { canvas: [{ type: 'rect', x: 0, y: 6, w: pageWidth, h: 2, color: navy }] },
    { text: runs(line1 ?? '', { fontSize: 26, bold: true, color: navy }), margin: [0, 64, 0, 2] },
    { text: runs(rest.join(', '), { fontSize: 13, color: muted }), margin: [0, 0, 0, 24] },
    verdictBand(verdict.whole, verdictWords(verdict)),
    { text: '', margin: [0, 10, 0, 0] },
    labelledRows([
      ['Seller', person(owner.fullName, owner)],
      ['Seller’s solicitor', partyWords(contacts.solicitor)],
      ['Buyer', person(buyer.name, buyer)],
      ['Buyer’s solicitor', partyWords(contacts.buyerDetails.solicitor)],
      ['Agent', [company.name, branch.name].join(', ')],
      ['Sales progressor', contacts.bStaff?.name ?? 'none'],
    ]),
    { text: '', margin: [0, 14, 0, 0] },
    labelledRows([
      [
        'Contents',
        `${filterWords({ dateStart: made.date_start, dateEnd: made.date_end, groups: made.groups, userName: made.userName })}: ${showCount(listed.length, 'entry', 'entries')}. ${leftOutWords(leftOut)}`,
      ],
      ['Copy', copy],
      ['For whom', made.recipient],
      ['Why', made.reason],
      ['Made', `${showDateTime(madeOn)} by ${made.askedBy ?? 'nobody'}`],
      ['Times', 'Of London; section 2 says for each day how far that is from UTC.'],
    ]),
  ]
}

/** The verdict, and the two sentences about what it shows. */
const verdictBand = (isWhole: boolean, words: string): Content => ({
  table: {
    widths: ['*'],
    body: [
      [
        {
          stack: [
            { text: isWhole ? words : 'Not whole', bold: true, fontSize: 12, color: isWhole ? good : bad },
            ...(isWhole
              ? [
                  {
                    text: 'No entry up to there was changed or removed.',
                    margin: [0, 1, 0, 0] as [number, number, number, number],
                  },
                ]
              : [{ text: words, margin: [0, 1, 0, 0] as [number, number, number, number] }]),
            {
              text: [{ text: 'What this shows: section 6, page ' }, { pageReference: 'proof' }],
              fontSize: 8,
              color: muted,
              margin: [0, 3, 0, 0],
            },
          ],
          fillColor: isWhole ? goodTint : badTint,
          margin: [10, 8, 10, 8],
        },
      ],
    ],
  },
  layout: 'noBorders',
})

function contents({ made, documents }: RecordFileContent, embedded: readonly PdfFile[] | null): Content {
  const bytes = documents.reduce((sum, document) => sum + document.bytes, 0)
  const megabytes = `${(bytes / 1_048_576).toFixed(1)} MB`
  const count = documents.length === 1 ? '1 document' : `${documents.length} documents`
  const where =
    documents.length === 0
      ? 'There are no documents.'
      : embedded
        ? `${count}, ${megabytes}, embedded in this PDF: open them from section 5.`
        : made.copy === 'party'
          ? `${count}: not included in a copy for a party, because they contain details of the other side.`
          : `${count}, ${megabytes}: in the ZIP.`
  return [
    { text: 'Contents', headlineLevel: 1, fontSize: 16, bold: true, color: navy, pageBreak: 'before', margin: [0, 0, 0, 6] },
    { toc: { numberStyle: { color: muted } } },
    { ...label('Documents'), margin: [0, 18, 0, 2] },
    paragraph(where),
  ]
}

function proofSection({ verdict, checkpoint, made, detail }: RecordFileContent): Content {
  const upTo = `entry ${checkpoint.position.toLocaleString('en-GB')}`
  const company = detail.company.name
  return [
    anchored('proof', sectionTitle('6  Proof in words')),
    verdictBand(verdict.whole, verdictWords(verdict)),
    subtitle('What this shows'),
    paragraph(whatItShows.shown),
    paragraph(whatItShows.notShown),
    ...verdictRemarks(verdict).map((remark) => paragraph(remark)),
    ...(verdict.startedSealed ? [paragraph(startedSealedWords(verdict.startedSealed))] : []),
    ...(verdict.replaced.length > 0 ? [paragraph(`By erasure: ${verdict.replaced.map(replacedWords).join('; ')}.`)] : []),
    subtitle('How it is proved'),
    paragraph(
      'Each entry is given a number and a hash as soon as it is written. The hash follows from the entry and from the hash before it: who changes, removes, moves or adds an entry afterwards changes every hash after it.',
    ),
    paragraph(
      `A checkpoint states how long the record is and what its last hash is. It is signed, and e-mailed to ${company} each night and with each record file, so that the record can be compared with what was in a mailbox long before.`,
    ),
    paragraph(
      made.copy === 'full'
        ? 'The ZIP of this file holds the entries with what proves them, the checkpoints, and a program that verifies them without a network: node verify.mjs.'
        : `This copy is masked and contains no proof. Those entitled to it can get it from ${company} with a full copy.`,
    ),
    paragraph('Entries omitted by the filter on the first page are not visible here. Deletions are never omitted.'),
    paragraph('Characters missing in the font of this PDF are printed as [?]. The ZIP contains them.'),
    ...(made.copy === 'full'
      ? [
          subtitle(`The checkpoint at ${upTo}`),
          checkpointText(checkpoint.note),
          paragraph(`Signed ${showDateTime(checkpoint.at)} with the key ${checkpoint.keyId}.`),
        ]
      : [paragraph(`The last checkpoint was signed ${showDate(londonDay(checkpoint.at))} at ${upTo}.`)]),
  ]
}

const checkpointText = (note: string): Content => ({
  table: {
    widths: [pageWidth - 16],
    body: [[{ text: runs(note.trimEnd()), fontSize: 7.5, fillColor: '#f2f4f7', margin: [6, 4, 6, 4] }]],
  },
  layout: 'noBorders',
  margin: [0, 0, 0, 6],
})
