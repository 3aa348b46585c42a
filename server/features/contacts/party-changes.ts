/**
 * All staff of a company may change its contacts, also those that sales of other branches rely on (calls of the
 * specification). So a change is never silent: the record of each open sale says it, and a changed e-mail address or
 * telephone number is told by e-mail to whoever works on these sales and to the address that was replaced (decision 28).
 */
import type { ChangedField } from '../../db/changed-fields.ts'
import type { Db } from '../../db/connect.ts'
import { type Statement, together } from '../../db/together.ts'
import { type Recording, recordSecurityEvent } from '../../http/security-events.ts'
import { queuedStatement, type Writing } from '../../platform/outbox.ts'
import { propertyEventsStatement } from '../events/events.repository.ts'
import { findSaver } from '../properties/properties.repository.ts'
import { findAssignments, findOpenSales, type OpenSale } from './assignments.repository.ts'

type Changing = Writing & Recording & { callerId: string }
type Party = { companyId: string; contactId: string; pocId?: string; name: string }

const told: readonly string[] = ['email', 'tel']
const recorded: readonly string[] = ['name', ...told]
const labels: Record<string, string> = { email: 'E-mail', tel: 'Telephone' }

/** Messages an hour to one address, however often somebody changes something. */
const mostAnHour = 20
/** Sales that a message names. */
const mostNamed = 10

/** Records a change of a contact, or of one of its points of contact, in each open sale that relies on it, and tells who has to know. */
export async function recordPartyChange(changing: Changing, party: Party, all: readonly ChangedField[]): Promise<void> {
  const { db, callerId, now, newId } = changing
  const { companyId, contactId, pocId, name } = party
  const changes = all.filter(({ field }) => recorded.includes(field))
  if (changes.length === 0) return
  const assignments = await findAssignments(db, { companyId, contactId, ...(pocId ? { pocId } : {}) })
  const sales = await findOpenSales(db, companyId, [...new Set(assignments.map(({ propertyId }) => propertyId))])
  if (sales.length === 0) return
  const data = { contactId, ...(pocId ? { pocId } : {}), name, changes }
  const entries = sales.map(({ propertyId }) => ({ propertyId, kind: 'party-edited' as const, data }))
  const record = propertyEventsStatement(db, { companyId, userId: callerId, at: now, newId }, entries)
  const messages = changes.some(({ field }) => told.includes(field)) ? await messagesOf(changing, party, changes, sales) : []
  await together(db, [record, ...messages])
  const changed = changes.map(({ field }) => field).join(', ')
  const about = { contactId, ...(pocId ? { pocId } : {}), changed, sales: sales.length }
  await recordSecurityEvent(changing, { kind: 'party-edited', companyId, data: about })
}

type Firm = { id: string; name: string; email: string; tel: string }

/**
 * Tells whoever works on the live sales that another contact acts in the place of one: deleted and replaced, or merged
 * into it. Nothing where name, e-mail address and telephone number are the same.
 */
export async function tellOfReplacement(
  changing: Changing,
  { companyId, gone, stays }: { companyId: string; gone: Firm; stays: Firm },
  sales: readonly OpenSale[],
): Promise<void> {
  if (sales.length === 0 || [...told, 'name'].every((field) => gone[field as keyof Firm] === stays[field as keyof Firm])) return
  const who = await findSaver(changing.db, changing.callerId)
  const reach = [stays.tel && `Telephone: ${stays.tel}`, stays.email && `E-mail: ${stays.email}`].filter(Boolean).join('\n')
  const messages = toColleagues(changing, companyId, sales, (theirs) => ({
    subject: `${gone.name} is replaced by ${stays.name}`,
    text: `Hello,

${who} has replaced the contact ${gone.name} by ${stays.name}:

${reach || 'No telephone number or e-mail address is known.'}

They act in ${theirs.length === 1 ? 'a sale' : `${theirs.length} sales`} that you look after: ${named(theirs)}.

If you did not expect this, ring ${gone.name} on a number that you already know before you send anything to the new details.`,
  }))
  await together(changing.db, messages)
}

/** Tells whoever works on the live sales that a contact or point of contact acts in them no more: it was deleted. */
export async function tellOfRemoval(
  changing: Changing,
  { companyId, name }: { companyId: string; name: string },
  sales: readonly OpenSale[],
): Promise<void> {
  if (sales.length === 0) return
  const who = await findSaver(changing.db, changing.callerId)
  const messages = toColleagues(changing, companyId, sales, (theirs) => ({
    subject: `${name} was deleted`,
    text: `Hello,

${who} has deleted the contact ${name}, who acted in ${theirs.length === 1 ? 'a sale' : `${theirs.length} sales`} that you look after: ${named(theirs)}.

Nobody acts there in their place yet: choose somebody under Contacts of the sale.`,
  }))
  await together(changing.db, messages)
}

/** One message to each of those who work on sales, but for whoever makes the change. */
function toColleagues(
  changing: Changing,
  companyId: string,
  sales: readonly OpenSale[],
  message: (theirs: readonly OpenSale[]) => { subject: string; text: string },
): Statement[] {
  const addressees = Map.groupBy(
    sales.filter(({ staffId, to }) => staffId !== changing.callerId && to !== ''),
    ({ to }) => to,
  )
  return [...addressees].map(([to, theirs]) => messageTo(changing, companyId, to, message(theirs)))
}

async function messagesOf(
  changing: Changing,
  { companyId, name }: Party,
  changes: readonly ChangedField[],
  sales: readonly OpenSale[],
): Promise<Statement[]> {
  const { db, callerId } = changing
  const who = await findSaver(db, callerId)
  const company = await findCompanyCard(db, companyId)
  const lines = changes.filter(({ field }) => told.includes(field)).map((change) => `- ${inWords(change)}`)
  const colleagues = toColleagues(changing, companyId, sales, (theirs) => ({
    subject: `Contact details of ${name} have changed`,
    text: `Hello,

${who} has changed the contact details of ${name}:

${lines.join('\n')}

They act in ${theirs.length === 1 ? 'a sale' : `${theirs.length} sales`} that you look after: ${named(theirs)}.

If you did not expect this, ring ${name} on a number that you already know before you send anything to the new details.`,
  }))
  const old = changes.find(({ field }) => field === 'email')?.from
  const replaced =
    typeof old === 'string' && old !== ''
      ? [
          messageTo(changing, companyId, old, {
            subject: `${company.name} has changed your contact details`,
            text: `Hello,

${company.name} has another e-mail address for ${name} now, and no longer writes to this one about its sales.

If you did not ask for that, please ring ${company.name}${company.tel ? ` on ${company.tel}` : ''}.`,
          }),
        ]
      : []
  return [...colleagues, ...replaced]
}

const messageTo = (writing: Changing, companyId: string, to: string, message: { subject: string; text: string }): Statement =>
  queuedStatement(writing, { to: [to], companyId, ...message }, { key: `contact-changed-to:${to}`, mostAnHour })

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none')
const inWords = ({ field, from, to }: ChangedField): string => `${labels[field]}: ${shown(from)} → ${shown(to)}`

const named = (sales: readonly OpenSale[]): string => {
  const names = sales.slice(0, mostNamed).map(({ line1 }) => line1)
  return sales.length > mostNamed ? `${names.join(', ')} and ${sales.length - mostNamed} more` : names.join(', ')
}

const findCompanyCard = (db: Db, companyId: string) =>
  db.selectFrom('company').select(['name', 'tel']).where('id', '=', companyId).executeTakeFirstOrThrow()
