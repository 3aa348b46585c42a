import { buffer } from 'node:stream/consumers'
import { addressLine } from '@gya/domain/common/address-line.ts'
import { defaultBrandColour } from '@gya/domain/common/default-brand-colour.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Memo } from '@gya/domain/features/memo/memo.model.ts'
import { whyNotPrintLetterhead, whyNotPrintMemo } from '@gya/domain/features/memo/memo.rules.ts'
import sharp from 'sharp'
import type { Database } from '../../db/pool.ts'
import { FileNotFoundError, type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { makePdf } from '../../infra/pdf/make-pdf.ts'
import { findLetterhead } from './memo.repository.ts'
import { type Letterhead, memoPdfLayout } from './memo-pdf-layout.ts'

/** The logo as PNG. A missing file gives a letter without logo. */
async function readLogo(files: FileStore, id: string | null): Promise<string | null> {
  if (id === null) return null
  try {
    const picture = await buffer(await files.read(fileKey(id, 'card')))
    return `data:image/png;base64,${(await sharp(picture).png().toBuffer()).toString('base64')}`
  } catch (error) {
    if (error instanceof FileNotFoundError) return null
    throw error
  }
}

type PdfContext = { database: Database; files: FileStore }

/** Name, address and logo of the branch that sells a property. */
export async function loadLetterhead({ database, files }: PdfContext, ids: PropertyIds): Promise<Letterhead> {
  const head = await findLetterhead(database.db, ids)
  return {
    company: head.company,
    branch: head.branch,
    address: addressLine(head),
    tel: head.tel || head.company_tel,
    email: head.email,
    brandColour: head.brand_colour ?? defaultBrandColour,
    logo: await readLogo(files, head.logo),
  }
}

/**
 * The memorandum of sale as a PDF with the branch's letterhead. Throws MEMO_NOT_PRINTABLE with the characters missing from
 * the font.
 */
export async function makeMemoPdf(context: PdfContext, ids: PropertyIds, memo: Memo, today: string): Promise<Buffer> {
  const letterhead = await loadLetterhead(context, ids)
  const issues = [...whyNotPrintMemo(memo), ...whyNotPrintLetterhead(letterhead)]
  if (issues.length > 0) throw new DomainError('MEMO_NOT_PRINTABLE', { issues })
  return makePdf(memoPdfLayout(memo, letterhead, today))
}
