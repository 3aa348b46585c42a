import { addressLine } from '@gya/domain/common/address-line.ts'
import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { listCharacters, unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { whyNotPrintLetterhead } from '@gya/domain/features/memo/memo.rules.ts'
import type { makeLetter } from '@gya/domain/features/messages/messages.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { CallContext, HandlerContext } from '../../http/route/register-route.ts'
import { makePdf, type PdfDocument } from '../../infra/pdf/make-pdf.ts'
import { insertDocument } from '../documents/documents.repository.ts'
import { generatedFile, retainFile, type StoredFile, stageFile } from '../files/file-lifecycle.ts'
import { loadLetterhead } from '../memo/memo-pdf.ts'
import { ink, type Letterhead, letterheadBlock } from '../memo/memo-pdf-layout.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { findSourceText } from '../sent-texts/sent-texts.ts'
import { type Composed, composeContextOf, composeMessages, refuseIncomplete } from './compose-messages.ts'
import { findSender } from './message-facts.repository.ts'

type Letter = { to: readonly string[]; on: DateOnly; subject: string; text: string }
type Prepared = { letter: Composed; template: string | null; file: StoredFile }

/** Fills in and renders the letter. Throws LETTER_NOT_PRINTABLE with the characters that the font lacks. */
export async function prepareLetter(app: FastifyInstance, context: CallContext<typeof makeLetter>): Promise<Prepared> {
  const { params, body, caller, today } = context
  const { db } = app.gya.database
  const source = await findSourceText(db, { companyId: params.companyId, caller }, body)
  const to = [{ partyRef: body.partyRef, propertyIds: [params.propertyId] }]
  const [letter] = await composeMessages(composeContextOf({ ...context, db }), body, to, source)
  if (!letter) throw new DomainError('NOT_FOUND')
  refuseIncomplete([letter])
  const letterhead = await loadLetterhead(app.gya, params)
  const addressee = [letter.name, ...(letter.firm && letter.firm !== letter.name ? [letter.firm] : [])]
  const lines = [...addressee, ...(await findPostalLines(db, params.companyId, letter.firmId))]
  const signs = unprintableCharacters([...lines, letter.subject, letter.text].join('\n'))
  const issues = [
    ...(signs.length > 0
      ? [{ path: 'body', message: `The letter’s font does not have these characters: ${listCharacters(signs)}.` }]
      : []),
    ...whyNotPrintLetterhead(letterhead),
  ]
  if (issues.length > 0) throw new DomainError('LETTER_NOT_PRINTABLE', { issues })
  const pdf = await makePdf(letterLayout({ to: lines, on: today, subject: letter.subject, text: letter.text }, letterhead))
  const file = await stageFile(app.gya, generatedFile(letterFileName(letter.name, today), 'application/pdf', pdf))
  return { letter, template: source?.name ?? null, file }
}

/** "A letter becomes a PDF in the property's files." [day §4](docs/design/day.md#4). */
export async function storeLetter(context: HandlerContext<typeof makeLetter> & { prepared: Prepared }) {
  const { params, body, caller, db, now, newId, prepared } = context
  const { letter, template, file } = prepared
  const id = newId()
  const note = letter.subject || template || 'Letter'
  const { fileName, bytes, contentType } = file
  await insertDocument(db, {
    company_id: params.companyId,
    id,
    property_id: params.propertyId,
    note,
    file: file.id,
    file_name: fileName,
    content_type: contentType,
    bytes,
    sha256: Buffer.from(file.sha256, 'hex'),
    createdon: now,
    created_by: caller.userId,
  })
  await retainFile(db, file.id)
  const data = {
    documentId: id,
    sha256: file.sha256,
    fileName,
    partyName: letter.name,
    firmName: letter.firm,
    template,
    templateId: body.templateId,
  }
  await recordAboutProperty(context, params, async () => [{ kind: 'letter-made', data }])
  const sender = await findSender(db, caller.userId)
  return {
    _id: id,
    note,
    file: { fileName, originalByteSize: bytes },
    beingChecked: false,
    createdon: now,
    addedBy: `${sender.first_name} ${sender.last_name}`,
    version: 1,
  }
}

/** Returns the postal address of a firm, one part per line. */
async function findPostalLines(db: Db, companyId: string, firmId: string | null): Promise<string[]> {
  if (firmId === null) return []
  const firm = await db
    .selectFrom('company_contact')
    .select(['line1', 'line2', 'town', 'postcode'])
    .where('company_id', '=', companyId)
    .where('id', '=', firmId)
    .executeTakeFirst()
  if (!firm?.line1) return []
  const { line1, line2, town, postcode } = firm
  return addressLine({ line1, line2: line2 ?? '', town: town ?? '', postcode: postcode ?? '' }).split(', ')
}

/** "Letter to Ann Bell 2025-11-05.pdf", without characters that are not allowed in file names. */
const letterFileName = (name: string, on: DateOnly): string =>
  `Letter to ${name
    .replaceAll(/[^\p{L}\p{N} .'-]/gu, '')
    .slice(0, 80)
    .trim()} ${on}.pdf`

const letterLayout = ({ to, on, subject, text }: Letter, letterhead: Letterhead): PdfDocument => ({
  info: { title: subject || 'Letter', author: letterhead.company },
  defaultStyle: { color: '#333d49' },
  foot: [letterhead.company, letterhead.address].filter(Boolean).join(' · '),
  content: [
    letterheadBlock(letterhead),
    { stack: [...to], margin: [0, 12, 0, 18] },
    { text: showDate(on), margin: [0, 0, 0, 18] },
    ...(subject === ''
      ? []
      : [
          {
            text: subject,
            headlineLevel: 1,
            bold: true,
            color: ink,
            fontSize: 11,
            margin: [0, 0, 0, 12] as [number, number, number, number],
          },
        ]),
    { text, lineHeight: 1.25, preserveLeadingSpaces: true },
  ],
})
