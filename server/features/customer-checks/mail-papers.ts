import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { MailFileRef } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type FileContext, type StoredFile } from '../files/file-lifecycle.ts'
import { stageMailFiles } from '../mail-in/mail-files.ts'
import { isInCheck } from '../mail-in/mail-in.repository.ts'

/** Identity papers that came by e-mail: [meeting points](docs/design/meeting-points.md), "Identity papers". */

const senders: readonly SaleRole[] = ['vendor', 'vendorContact', 'buyer', 'buyerContact', 'offerBuyer']
const mostMails = 100

/** Files of e-mails of vendors and buyers on a sale that were checked for viruses, newest first. */
export async function listPapersOfMails(db: Db, { companyId, propertyId }: PropertyIds) {
  const { rows } = await sql<{
    mailInId: string
    ordinal: number
    name: string
    content_type: string
    raw_file: string
    from: string
    arrivedOn: string
    inCheck: boolean
  }>`
    select f.mail_in_id as "mailInId", f.ordinal, f.name, f.content_type, m.raw_file, m.arrived_on as "arrivedOn",
      coalesce(nullif(m.party_name, ''), nullif(m.from_name, ''), m.from_email) as from, ${isInCheck(companyId)} as "inCheck"
    from (select m.* from mail_in_sale s join mail_in m on m.company_id = ${companyId}::uuid and m.id = s.mail_in_id
      where s.company_id = ${companyId}::uuid and s.property_id = ${propertyId}::uuid and s.state = 'filed' and m.raw_file is not null
        and m.party_role = any(${senders}::text[]) order by m.arrived_on desc, m.id desc limit ${mostMails}) m
    join mail_in_file f on f.company_id = ${companyId}::uuid and f.mail_in_id = m.id and f.left_out is null and f.checked_on is not null
    order by m.arrived_on desc, m.id desc, f.ordinal`.execute(db)
  return rows
}

/** Stores the chosen file as one of its own. Throws NOT_FOUND. */
export async function stagePaper(
  context: FileContext,
  ids: PropertyIds,
  chosen: MailFileRef | undefined,
): Promise<StoredFile | null> {
  if (!chosen) return null
  const papers = await listPapersOfMails(context.database.db, ids)
  const paper = papers.find(({ mailInId, ordinal }) => mailInId === chosen.mailInId && ordinal === chosen.ordinal)
  const [stored] = paper ? await stageMailFiles(context, paper, [paper]) : []
  if (!stored) throw new DomainError('NOT_FOUND')
  return stored
}
