/**
 * All staff of a company may change its contacts, also those that sales of other branches rely on (calls of the
 * specification). So a change is never silent: the record of each open sale says it, and a changed e-mail address or
 * telephone number is told by e-mail to whoever works on these sales and to the address that was replaced (decision 28).
 */

import type { Db } from '../../db/pool.ts'
import type { ChangedField } from '../../db/query/changed-fields.ts'
import { pipeline, type Statement } from '../../db/query/pipeline.ts'
import { type OutboxContext, queueMailStatement } from '../../emails/outbox.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { propertyEventsStatement } from '../events/events.repository.ts'
import { findSaverName } from '../properties/write/properties.repository.ts'
import { findAssignments, findOpenSales, type OpenSale } from './assignments.repository.ts'

type NotifyContext = OutboxContext & RecordingContext & { callerId: string }
type Party = { companyId: string; contactId: string; pocId?: string; name: string }

const notifiedFields: readonly string[] = ['email', 'tel']
const recordedFields: readonly string[] = ['name', ...notifiedFields]
const labels: Record<string, string> = { email: 'E-mail', tel: 'Telephone' }

/** Messages an hour to one address, however often somebody changes something. */
const maxPerHour = 20
/** Sales that a message names. */
const maxListedSales = 10

/** Records a change of a contact, or of one of its points of contact, in each open sale that relies on it, and tells who has to know. */
export async function notifyContactChanged(changing: NotifyContext, party: Party, all: readonly ChangedField[]): Promise<void> {
  const { db, callerId, now, newId } = changing
  const { companyId, contactId, pocId, name } = party
  const changes = all.filter(({ field }) => recordedFields.includes(field))
  if (changes.length === 0) return
  const assignments = await findAssignments(db, { companyId, contactId, ...(pocId ? { pocId } : {}) })
  const sales = await findOpenSales(db, companyId, [...new Set(assignments.map(({ propertyId }) => propertyId))])
  if (sales.length === 0) return
  const data = { contactId, ...(pocId ? { pocId } : {}), name, changes }
  const entries = sales.map(({ propertyId }) => ({ propertyId, kind: 'party-edited' as const, data }))
  const record = propertyEventsStatement(db, { companyId, userId: callerId, at: now, newId }, entries)
  const messages = changes.some(({ field }) => notifiedFields.includes(field))
    ? await contactChangedEmails(changing, party, changes, sales)
    : []
  await pipeline(db, [record, ...messages])
  const changed = changes.map(({ field }) => field).join(', ')
  const about = { contactId, ...(pocId ? { pocId } : {}), changed, sales: sales.length }
  await recordSecurityEvent(changing, { kind: 'party-edited', companyId, data: about })
}

type Firm = { id: string; name: string; email: string; tel: string }

/**
 * Tells whoever works on the live sales that another contact acts in the place of one: deleted and replaced, or merged
 * into it. Nothing where name, e-mail address and telephone number are the same.
 */
export async function notifyContactReplaced(
  changing: NotifyContext,
  { companyId, gone, stays }: { companyId: string; gone: Firm; stays: Firm },
  sales: readonly OpenSale[],
): Promise<void> {
  if (
    sales.length === 0 ||
    [...notifiedFields, 'name'].every((field) => gone[field as keyof Firm] === stays[field as keyof Firm])
  )
    return
  const who = await findSaverName(changing.db, changing.callerId)
  const reach = [stays.tel && `Telephone: ${stays.tel}`, stays.email && `E-mail: ${stays.email}`].filter(Boolean).join('\n')
  const messages = colleagueEmails(changing, companyId, sales, (theirs) => ({
    subject: `${gone.name} is replaced by ${stays.name}`,
    text: `Hello,

${who} has replaced the contact ${gone.name} by ${stays.name}:

${reach || 'No telephone number or e-mail address is known.'}

They act in ${theirs.length === 1 ? 'a sale' : `${theirs.length} sales`} that you look after: ${saleNames(theirs)}.

If you did not expect this, ring ${gone.name} on a number that you already know before you send anything to the new details.`,
  }))
  await pipeline(changing.db, messages)
}

/** Tells whoever works on the live sales that a contact or point of contact acts in them no more: it was deleted. */
export async function notifyContactDeleted(
  changing: NotifyContext,
  { companyId, name }: { companyId: string; name: string },
  sales: readonly OpenSale[],
): Promise<void> {
  if (sales.length === 0) return
  const who = await findSaverName(changing.db, changing.callerId)
  const messages = colleagueEmails(changing, companyId, sales, (theirs) => ({
    subject: `${name} was deleted`,
    text: `Hello,

${who} has deleted the contact ${name}, who acted in ${theirs.length === 1 ? 'a sale' : `${theirs.length} sales`} that you look after: ${saleNames(theirs)}.

Nobody acts there in their place yet: choose somebody under Contacts of the sale.`,
  }))
  await pipeline(changing.db, messages)
}

/** One message to each of those who work on sales, but for whoever makes the change. */
function colleagueEmails(
  changing: NotifyContext,
  companyId: string,
  sales: readonly OpenSale[],
  message: (theirs: readonly OpenSale[]) => { subject: string; text: string },
): Statement[] {
  const addressees = Map.groupBy(
    sales.filter(({ staffId, to }) => staffId !== changing.callerId && to !== ''),
    ({ to }) => to,
  )
  return [...addressees].map(([to, theirs]) => emailTo(changing, companyId, to, message(theirs)))
}

async function contactChangedEmails(
  changing: NotifyContext,
  { companyId, name }: Party,
  changes: readonly ChangedField[],
  sales: readonly OpenSale[],
): Promise<Statement[]> {
  const { db, callerId } = changing
  const who = await findSaverName(db, callerId)
  const company = await findCompanyCard(db, companyId)
  const lines = changes.filter(({ field }) => notifiedFields.includes(field)).map((change) => `- ${changeText(change)}`)
  const colleagues = colleagueEmails(changing, companyId, sales, (theirs) => ({
    subject: `Contact details of ${name} have changed`,
    text: `Hello,

${who} has changed the contact details of ${name}:

${lines.join('\n')}

They act in ${theirs.length === 1 ? 'a sale' : `${theirs.length} sales`} that you look after: ${saleNames(theirs)}.

If you did not expect this, ring ${name} on a number that you already know before you send anything to the new details.`,
  }))
  const old = changes.find(({ field }) => field === 'email')?.from
  const replaced =
    typeof old === 'string' && old !== ''
      ? [
          emailTo(changing, companyId, old, {
            subject: `${company.name} has changed your contact details`,
            text: `Hello,

${company.name} has another e-mail address for ${name} now, and no longer writes to this one about its sales.

If you did not ask for that, please ring ${company.name}${company.tel ? ` on ${company.tel}` : ''}.`,
          }),
        ]
      : []
  return [...colleagues, ...replaced]
}

const emailTo = (writing: NotifyContext, companyId: string, to: string, message: { subject: string; text: string }): Statement =>
  queueMailStatement(writing, { to: [to], companyId, ...message }, { key: `contact-changed-to:${to}`, maxPerHour: maxPerHour })

const orNone = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none')
const changeText = ({ field, from, to }: ChangedField): string => `${labels[field]}: ${orNone(from)} → ${orNone(to)}`

const saleNames = (sales: readonly OpenSale[]): string => {
  const names = sales.slice(0, maxListedSales).map(({ line1 }) => line1)
  return sales.length > maxListedSales ? `${names.join(', ')} and ${sales.length - maxListedSales} more` : names.join(', ')
}

const findCompanyCard = (db: Db, companyId: string) =>
  db.selectFrom('company').select(['name', 'tel']).where('id', '=', companyId).executeTakeFirstOrThrow()
