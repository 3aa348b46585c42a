import { hasPermission } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import type { LeftOut } from '@gya/domain/features/mail-in/left-out.ts'
import type { MailIn, MailRow } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { type MailWarning, mailWarnings } from '@gya/domain/features/mail-in/mail-in.model.ts'
import { PartyRef, type SaleRole, saleRoles } from '@gya/domain/features/property-contacts/parties.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { findUserNames } from '../conversations/log-conversation.repository.ts'
import { findIdentity } from '../conversations/parties.repository.ts'
import type { Identity } from '../conversations/party-sql.ts'
import { isKeepable } from './mail-files.ts'
import {
  findMailsIn,
  listDocumentsOfMails,
  listFilesOfMails,
  type listMailRows,
  listOtherBranches,
  listSalesOfMails,
  lockMailIn,
  type MailIds,
  type MailSaleRow,
  mailStart,
} from './mail-in.repository.ts'
import { proposalsOfMails } from './mail-proposals.ts'
import { toReasons } from './mail-reasons.ts'
import type { MailInRow } from './set-sales.ts'

type ReachContext = { db: Db; caller: Caller; params: MailIds }
type Showing = ReachContext & { now: Instant; today: DateOnly }

/** An e-mail with its sales. */
export type LoadedMail = { mail: MailInRow; sales: MailSaleRow[] }

const reaches = (caller: Caller, branchId: string): boolean => branchesInScope(caller)?.includes(branchId) ?? true

/**
 * An e-mail on sales is for whoever reaches one of them; one on no sale for those who file e-mails of its branch. Throws NOT_FOUND.
 */
function requireReach(caller: Caller, mail: MailInRow | undefined, sales: MailSaleRow[]): LoadedMail {
  const isReached =
    mail?.state === 'filed'
      ? sales.some(({ state, branch_id }) => state === 'filed' && reaches(caller, branch_id))
      : mail !== undefined && hasPermission(caller.type, 'mail.file') && reaches(caller, mail.branch_id)
  if (!mail || !isReached) throw new DomainError('NOT_FOUND')
  return { mail, sales }
}

/** In the order of their ids. */
export async function loadMailsIn(
  { db, caller, params: { companyId } }: Omit<ReachContext, 'params'> & { params: { companyId: string } },
  mailInIds: readonly string[],
): Promise<LoadedMail[]> {
  if (mailInIds.length === 0) return []
  const ids = { companyId, mailInIds }
  const mails = new Map((await findMailsIn(db, ids)).map((mail) => [mail.id, mail]))
  const sales = Map.groupBy(await listSalesOfMails(db, ids), ({ mail_in_id }) => mail_in_id)
  return mailInIds.map((id) => requireReach(caller, mails.get(id), sales.get(id) ?? []))
}

export async function loadMailIn(context: ReachContext): Promise<LoadedMail> {
  const [loaded] = await loadMailsIn(context, [context.params.mailInId])
  if (!loaded) throw new DomainError('NOT_FOUND')
  return loaded
}

/** For a change. */
export async function loadAndLockMailIn({ db, caller, params }: ReachContext): Promise<LoadedMail> {
  const mail = await lockMailIn(db, params)
  return requireReach(caller, mail, await listSalesOfMails(db, { ...params, mailInIds: [params.mailInId] }))
}

const isSaleRole = (role: string | null): role is SaleRole => (saleRoles as readonly (string | null)[]).includes(role)

type Stored = { warning: MailWarning; known: string }
export const warningsOfRow = (mail: Pick<MailInRow, 'warnings'>): Stored[] =>
  (mail.warnings as Stored[]).filter(({ warning }) => mailWarnings.includes(warning))

export const warningsStand = (mail: Pick<MailInRow, 'warnings' | 'cleared_on'>): boolean =>
  mail.cleared_on === null && warningsOfRow(mail).length > 0

/** "Verified or answered by key." */
export const isProved = ({ mail, sales }: LoadedMail): boolean =>
  mail.sender_check === 'verified' ||
  sales.some(({ state, reasons }) => state === 'filed' && toReasons(reasons).reasons.includes('key'))

/** Whether bank details are shown, which only those may ask for who file e-mails; it is in the audit. */
export async function showsDigits(
  context: RecordingContext & { caller: Caller; params: MailIds },
  { digits }: { digits?: 'shown' | undefined },
): Promise<boolean> {
  if (digits === undefined) return false
  if (!hasPermission(context.caller.type, 'mail.file')) throw new DomainError('FORBIDDEN')
  await recordSecurityEvent(context, { kind: 'bank-details-shown', data: { mailInId: context.params.mailInId } })
  return true
}

type Facts = {
  files: Awaited<ReturnType<typeof listFilesOfMails>>
  documents: Awaited<ReturnType<typeof listDocumentsOfMails>>
  identity: Identity | undefined
  names: ReadonlyMap<string, string>
  proposals: MailIn['proposals']
  otherBranches: MailIn['passTo']
}

type ShowingMails = Omit<Showing, 'params'> & { params: { companyId: string } }
type Shown = { digits?: boolean }

/** The responses, with the sales and candidates in the caller's reach: as many statements for several e-mails of a party as for one. */
export async function toMailsIn(context: ShowingMails, loaded: readonly LoadedMail[], shown: Shown = {}): Promise<MailIn[]> {
  const { db, caller, params, now, today } = context
  const { companyId } = params
  const ids = { companyId, mailInIds: loaded.map(({ mail }) => mail.id) }
  const files = await listFilesOfMails(db, ids)
  const documents = files.length === 0 ? [] : await listDocumentsOfMails(db, ids)
  const people = loaded.flatMap(({ mail }) => [mail.forwarded_by, mail.cleared_by].filter((id) => id !== null))
  const names = await findUserNames(db, [...new Set(people)])
  const identities = new Map<string | null, Identity | undefined>()
  for (const ref of new Set(loaded.map(({ mail }) => mail.party_ref))) {
    const parsed = PartyRef.safeParse(ref)
    if (parsed.success) identities.set(ref, await findIdentity(db, companyId, parsed.data))
  }
  const proposals = await proposalsOfMails({ db, now, today }, ids)
  const responses: MailIn[] = []
  for (const one of loaded) {
    const { mail } = one
    const isOfMail = ({ mail_in_id }: { mail_in_id: string }): boolean => mail_in_id === mail.id
    responses.push(
      toResponse(caller, one, shown, {
        files: files.filter(isOfMail),
        documents: documents.filter(isOfMail),
        identity: identities.get(mail.party_ref),
        names,
        proposals: proposals.get(mail.id) ?? [],
        otherBranches:
          mail.state === 'filed' || !hasPermission(caller.type, 'mail.file')
            ? []
            : await listOtherBranches(db, { companyId, branchId: mail.branch_id }),
      }),
    )
  }
  return responses
}

export async function toMailIn(context: Showing, loaded: LoadedMail, shown: Shown = {}): Promise<MailIn> {
  const [response] = await toMailsIn(context, [loaded], shown)
  if (!response) throw new DomainError('NOT_FOUND')
  return response
}

function toResponse(caller: Caller, { mail, sales }: LoadedMail, { digits = false }: Shown, facts: Facts): MailIn {
  const { files, documents, identity, names, proposals, otherBranches } = facts
  const near = sales.filter(({ branch_id }) => reaches(caller, branch_id))
  const ref = PartyRef.safeParse(mail.party_ref)
  const address = identity?.email || identity?.firm_email || ''
  const { subject, text, signature, quoted } = mail
  const written = { subject, text, signature, quoted }
  const masked = {
    subject: maskBankDetails(subject),
    text: maskBankDetails(text),
    signature: maskBankDetails(signature),
    quoted: maskBankDetails(quoted),
  }
  // Those of its HTML alone are in the digest.
  const hasDigits =
    (mail.bank_digest !== null && mail.has_html && mail.raw_file !== null) ||
    masked.subject !== subject ||
    masked.text !== text ||
    masked.signature !== signature ||
    masked.quoted !== quoted
  const warnings = warningsOfRow(mail)
  return {
    _id: mail.id,
    branchId: mail.branch_id,
    state: mail.state as MailIn['state'],
    kind: mail.kind as MailIn['kind'],
    outgoing: mail.outgoing,
    arrivedOn: mail.arrived_on,
    writtenOn: mail.written_on,
    from: { name: mail.from_name, email: mail.from_email },
    to: mail.to_list,
    cc: mail.cc,
    party:
      ref.success && isSaleRole(mail.party_role) ? { ref: ref.data, role: mail.party_role, name: mail.party_name ?? '' } : null,
    ring:
      warnings.length === 0 || !identity
        ? null
        : {
            name: identity.firm_name ?? identity.name,
            tel: identity.firm_tel || identity.tel,
            email: address,
          },
    forwardedBy: names.get(mail.forwarded_by ?? '') ?? null,
    ...(digits ? written : masked),
    digitsHidden: !digits && hasDigits,
    unreadBecause: mail.unread_because,
    senderCheck: mail.sender_check as MailIn['senderCheck'],
    checks: toChecks(mail.checks),
    warnings,
    cleared:
      mail.cleared_on === null
        ? null
        : { by: names.get(mail.cleared_by ?? '') ?? null, on: mail.cleared_on, how: mail.cleared_how },
    files: files.map((file) => ({
      ordinal: file.ordinal,
      name: file.name,
      contentType: file.content_type,
      bytes: file.bytes,
      inside: file.inside,
      beingChecked: file.left_out === null && file.checked_on === null,
      leftOut: file.left_out as LeftOut | null,
      available: isKeepable(file) && mail.raw_file !== null,
      documents: documents.flatMap(({ ordinal, property_id: propertyId, document_id: documentId }) =>
        ordinal === file.ordinal && near.some((sale) => sale.property_id === propertyId) ? [{ propertyId, documentId }] : [],
      ),
    })),
    hasHtml: mail.has_html && mail.raw_file !== null,
    hasOriginal: mail.raw_file !== null,
    sales: near.flatMap((sale) =>
      sale.state === 'filed' && sale.filed_on !== null
        ? [{ ...toSale(sale), filedOn: new Date(sale.filed_on).toISOString(), filedBy: sale.filer, waits: sale.waits }]
        : [],
    ),
    proposals: proposals.filter(({ propertyId }) =>
      near.some(({ state, property_id }) => state === 'filed' && property_id === propertyId),
    ),
    acceptsByKey: isProved({ mail, sales }) && !warningsStand(mail),
    replyTo: identity && address !== '' ? { name: identity.name, email: address } : null,
    candidates: near.flatMap((sale) =>
      sale.state === 'suggested' ? [{ ...toSale(sale), isChosen: toReasons(sale.reasons).isChosen }] : [],
    ),
    elsewhere: sales.length - near.length,
    passTo: otherBranches,
    threadId: mail.thread_id,
    version: mail.version,
  }
}

function toSale({ property_id, branch_id, line1, postcode, vendor, buyer, reasons: stored }: MailSaleRow) {
  const { reasons, words, fellOffOn } = toReasons(stored)
  return { propertyId: property_id, branchId: branch_id, address: { line1, postcode }, vendor, buyer, reasons, words, fellOffOn }
}

function toChecks(stored: unknown): MailIn['checks'] {
  const checks = stored as Partial<NonNullable<MailIn['checks']>>
  if (checks.dmarc === undefined) return null
  const { spf = '', dkim = [], dmarc, policy = '', arc = '' } = checks
  return { spf, dkim, dmarc, policy, arc }
}

const toSaleOfRow = ({ propertyId, branchId, line1, postcode, reasons }: NonNullable<ListRow['filed']>) => ({
  propertyId,
  branchId,
  address: { line1, postcode },
  words: toReasons(reasons).words,
})

type ListRow = Awaited<ReturnType<typeof listMailRows>>['rows'][number]

export const toMailRow = (row: ListRow): MailRow => ({
  _id: row.id,
  branchId: row.branch_id,
  arrivedOn: new Date(row.arrived_on).toISOString(),
  kind: row.kind as MailRow['kind'],
  from: { name: row.from_name, email: row.from_email },
  firm: row.firm,
  subject: maskBankDetails(row.subject),
  start: maskBankDetails(row.start).slice(0, mailStart).toWellFormed(),
  senderCheck: row.sender_check as MailRow['senderCheck'],
  warnings: warningsOfRow(row).map(({ warning }) => warning),
  files: row.files,
  candidate: row.candidate && toSaleOfRow(row.candidate),
  filedOn: row.filed && toSaleOfRow(row.filed),
  alike: row.alike,
  version: row.version,
})
