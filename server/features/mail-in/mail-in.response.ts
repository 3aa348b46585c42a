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
import { findMailFacts, type MailFacts } from './mail-facts.ts'
import { isKeepable } from './mail-files.ts'
import { type listMailRows, lockMailIn, type MailIds, mailStart } from './mail-in.repository.ts'
import { showProposals } from './mail-proposals.ts'
import { toReasons } from './mail-reasons.ts'
import { findMailWithSales, type LoadedMail, type MailSaleRow } from './mail-with-sales.ts'
import type { MailInRow } from './set-sales.ts'

type ReachContext = { db: Db; caller: Caller; params: MailIds }
type Showing = { db: Db; caller: Caller; params: { companyId: string }; now: Instant; today: DateOnly }

const reaches = (caller: Caller, branchId: string): boolean => branchesInScope(caller)?.includes(branchId) ?? true

/**
 * An e-mail on sales is for whoever reaches one of them; one on no sale for those who file e-mails of its branch. Throws NOT_FOUND.
 */
export function requireReach(caller: Caller, loaded: LoadedMail | undefined): LoadedMail {
  const isReached =
    loaded?.mail.state === 'filed'
      ? loaded.sales.some(({ state, branch_id }) => state === 'filed' && reaches(caller, branch_id))
      : loaded !== undefined && hasPermission(caller.type, 'mail.file') && reaches(caller, loaded.mail.branch_id)
  if (!loaded || !isReached) throw new DomainError('NOT_FOUND')
  return loaded
}

export const loadMailIn = async ({ db, caller, params }: ReachContext): Promise<LoadedMail> =>
  requireReach(caller, await findMailWithSales(db, params))

/** For a change. */
export async function loadAndLockMailIn(context: ReachContext): Promise<LoadedMail> {
  await lockMailIn(context.db, context.params)
  return loadMailIn(context)
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

type Shown = { digits?: boolean }

/** The responses, with the sales and candidates in the caller's reach: as many statements for several e-mails as for one. */
export async function toMailsIn(context: Showing, loaded: readonly LoadedMail[], shown: Shown = {}): Promise<MailIn[]> {
  const { db, caller, params, now, today } = context
  const { companyId } = params
  if (loaded.length === 0) return []
  const facts = await findMailFacts(db, { companyId, mailInIds: loaded.map(({ mail }) => mail.id) })
  const proposals = await showProposals(
    { db, companyId, now, today },
    [...facts.values()].flatMap((one) => one.proposals),
  )
  return loaded.map((one) => {
    const ofMail = facts.get(one.mail.id)
    if (!ofMail) throw new DomainError('NOT_FOUND')
    return toResponse(caller, one, shown, { ...ofMail, proposals: proposals.get(one.mail.id) ?? [] })
  })
}

export async function toMailIn(context: Showing, loaded: LoadedMail, shown: Shown = {}): Promise<MailIn> {
  const [response] = await toMailsIn(context, [loaded], shown)
  if (!response) throw new DomainError('NOT_FOUND')
  return response
}

type Facts = Omit<MailFacts, 'proposals'> & { proposals: MailIn['proposals'] }

function toResponse(caller: Caller, { mail, sales }: LoadedMail, { digits = false }: Shown, facts: Facts): MailIn {
  const { files, identity, proposals } = facts
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
  const seesChecks = hasPermission(caller.type, 'check.view')
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
    forwardedBy: facts.forwarder,
    ...(digits ? written : masked),
    digitsHidden: !digits && hasDigits,
    unreadBecause: mail.unread_because,
    senderCheck: mail.sender_check as MailIn['senderCheck'],
    checks: toChecks(mail.checks),
    warnings,
    cleared: mail.cleared_on === null ? null : { by: facts.clearer, on: mail.cleared_on, how: mail.cleared_how },
    files: files.map((file) => ({
      ordinal: file.ordinal,
      name: file.name,
      contentType: file.content_type,
      bytes: file.bytes,
      inside: file.inside,
      beingChecked: file.left_out === null && file.checked_on === null,
      leftOut: file.left_out as LeftOut | null,
      available: isKeepable(file) && mail.raw_file !== null && (!file.in_check || seesChecks),
      ...(file.in_check ? { inCheck: true as const } : {}),
      documents: file.documents.filter(({ propertyId }) => near.some((sale) => sale.property_id === propertyId)),
    })),
    hasHtml: mail.has_html && mail.raw_file !== null,
    hasOriginal: mail.raw_file !== null && (seesChecks || !files.some(({ in_check }) => in_check)),
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
    passTo: hasPermission(caller.type, 'mail.file') ? facts.otherBranches : [],
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
