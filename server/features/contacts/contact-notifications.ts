import { maxContactMailsPerHour } from '@gya/domain/features/contacts/contacts.rules.ts'
/**
 * All staff of a company can change its contacts, including those that sales of other branches rely on (calls of the
 * specification). Therefore every change is recorded in each open sale, and changes of e-mail address or telephone number
 * are e-mailed to the people who look after these sales and to the former e-mail address (decision 28).
 */
import type { Db } from '../../db/pool.ts'
import type { ChangedField } from '../../db/query/changed-fields.ts'
import { runStatements, type Statement } from '../../db/query/statement.ts'
import {
  contactChangedEmail,
  contactDeletedEmail,
  contactReplacedEmail,
  formerAddressEmail,
} from '../../emails/contact-changes.ts'
import { type OutboxContext, queueMailStatement } from '../../emails/outbox.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { propertyEventsStatement } from '../events/events.repository.ts'
import { findSaverName } from '../properties/write/properties.repository.ts'
import { findAssignments, findOpenSales, type OpenSale } from './assignments.repository.ts'

type NotifyContext = OutboxContext & RecordingContext & { callerId: string }
/** A contact, or with `pocId` one of its points of contact. */
type Party = { companyId: string; contactId: string; pocId?: string; name: string }

const emailedFields: readonly string[] = ['email', 'tel']
const recordedFields: readonly string[] = ['name', ...emailedFields]

/** Records a changed contact or point of contact in each open sale that relies on it, and sends the e-mails. */
export async function notifyContactChanged(
  context: NotifyContext,
  party: Party,
  changedFields: readonly ChangedField[],
): Promise<void> {
  const { db, callerId, now, newId } = context
  const { companyId, contactId, pocId, name } = party
  const changes = changedFields.filter(({ field }) => recordedFields.includes(field))
  if (changes.length === 0) return
  const partyIds = { contactId, ...(pocId ? { pocId } : {}) }
  const assignments = await findAssignments(db, { companyId, ...partyIds })
  const sales = await findOpenSales(db, companyId, [...new Set(assignments.map(({ propertyId }) => propertyId))])
  if (sales.length === 0) return
  const data = { ...partyIds, name, changes }
  const events = sales.map(({ propertyId }) => ({ propertyId, kind: 'party-edited' as const, data }))
  const eventsStatement = propertyEventsStatement({ companyId, userId: callerId, at: now, newId }, events)
  await runStatements(db, [eventsStatement, ...(await contactChangedEmails(context, party, changes, sales))])
  const changed = changes.map(({ field }) => field).join(', ')
  await recordSecurityEvent(context, {
    kind: 'party-edited',
    companyId,
    data: { ...partyIds, changed, sales: sales.length },
  })
}

async function contactChangedEmails(
  context: NotifyContext,
  { companyId, name }: Party,
  changedFields: readonly ChangedField[],
  sales: readonly OpenSale[],
): Promise<Statement[]> {
  const changes = changedFields.filter(({ field }) => emailedFields.includes(field))
  if (changes.length === 0) return []
  const author = await findSaverName(context.db, context.callerId)
  const company = await findCompanyNameAndTel(context.db, companyId)
  const emails = emailsToColleagues(context, companyId, sales, (names) => contactChangedEmail(author, name, changes, names))
  const formerAddress = changes.find(({ field }) => field === 'email')?.from
  if (typeof formerAddress !== 'string' || formerAddress === '') return emails
  return [...emails, emailTo(context, companyId, formerAddress, formerAddressEmail(company, name))]
}

type Firm = { name: string; email: string; tel: string }

/** Sends e-mails about a contact that was replaced or merged, unless name, e-mail address and telephone number are equal. */
export async function notifyContactReplaced(
  context: NotifyContext,
  { companyId, replaced, replacement }: { companyId: string; replaced: Firm; replacement: Firm },
  sales: readonly OpenSale[],
): Promise<void> {
  const isSame = (['name', 'email', 'tel'] as const).every((field) => replaced[field] === replacement[field])
  if (sales.length === 0 || isSame) return
  const author = await findSaverName(context.db, context.callerId)
  await runStatements(
    context.db,
    emailsToColleagues(context, companyId, sales, (names) => contactReplacedEmail(author, replaced, replacement, names)),
  )
}

/** Sends e-mails about a deleted contact or point of contact. */
export async function notifyContactDeleted(
  context: NotifyContext,
  { companyId, name }: { companyId: string; name: string },
  sales: readonly OpenSale[],
): Promise<void> {
  if (sales.length === 0) return
  const author = await findSaverName(context.db, context.callerId)
  await runStatements(
    context.db,
    emailsToColleagues(context, companyId, sales, (names) => contactDeletedEmail(author, name, names)),
  )
}

/** One e-mail for each person who looks after some of the sales, except the author of the change. */
function emailsToColleagues(
  context: NotifyContext,
  companyId: string,
  sales: readonly OpenSale[],
  email: (saleNames: readonly string[]) => { subject: string; text: string },
): Statement[] {
  const salesByRecipient = Map.groupBy(
    sales.filter(({ staffId, to }) => staffId !== context.callerId && to !== ''),
    ({ to }) => to,
  )
  return [...salesByRecipient].map(([to, theirSales]) =>
    emailTo(context, companyId, to, email(theirSales.map(({ line1 }) => line1))),
  )
}

const emailTo = (context: NotifyContext, companyId: string, to: string, email: { subject: string; text: string }): Statement =>
  queueMailStatement(
    context,
    { to: [to], companyId, ...email },
    { key: `contact-changed-to:${to}`, maxPerHour: maxContactMailsPerHour },
  )

const findCompanyNameAndTel = (db: Db, companyId: string) =>
  db.selectFrom('company').select(['name', 'tel']).where('id', '=', companyId).executeTakeFirstOrThrow()
