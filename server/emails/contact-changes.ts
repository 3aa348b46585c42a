/** E-mails about changed, replaced and deleted contacts: to the people who look after their sales, and to the contact. */
import type { ChangedField } from '../db/query/changed-fields.ts'

type EmailText = { subject: string; text: string }
type Firm = { name: string; email: string; tel: string }
/** First address lines of the sales that a recipient looks after. */
type Sales = readonly string[]

const maxListedSales = 10

/** To the progressor or branch of the sales. `author` made the change. */
export const contactChangedEmail = (author: string, name: string, changes: readonly ChangedField[], sales: Sales): EmailText => ({
  subject: `Contact details of ${name} have changed`,
  text: `Hello,

${author} has changed the contact details of ${name}:

${changes.map((change) => `- ${changeText(change)}`).join('\n')}

They act in ${count(sales)} that you look after: ${list(sales)}.

If you did not expect this, ring ${name} on a number that you already know before you send anything to the new details.`,
})

/** To the former e-mail address of the contact. */
export const formerAddressEmail = (company: { name: string; tel: string }, name: string): EmailText => ({
  subject: `${company.name} has changed your contact details`,
  text: `Hello,

${company.name} has another e-mail address for ${name} now, and no longer writes to this one about its sales.

If you did not ask for that, please ring ${company.name}${company.tel ? ` on ${company.tel}` : ''}.`,
})

/** To the progressor or branch of the sales, also when a duplicate was merged into `replacement`. */
export function contactReplacedEmail(author: string, replaced: Firm, replacement: Firm, sales: Sales): EmailText {
  const { name, tel, email } = replacement
  const details = [tel && `Telephone: ${tel}`, email && `E-mail: ${email}`].filter(Boolean).join('\n')
  return {
    subject: `${replaced.name} is replaced by ${name}`,
    text: `Hello,

${author} has replaced the contact ${replaced.name} by ${name}:

${details || 'No telephone number or e-mail address is known.'}

They act in ${count(sales)} that you look after: ${list(sales)}.

If you did not expect this, ring ${replaced.name} on a number that you already know before you send anything to the new details.`,
  }
}

/** To the progressor or branch of the sales. */
export const contactDeletedEmail = (author: string, name: string, sales: Sales): EmailText => ({
  subject: `${name} was deleted`,
  text: `Hello,

${author} has deleted the contact ${name}, who acted in ${count(sales)} that you look after: ${list(sales)}.

Nobody acts there in their place yet: choose somebody under Contacts of the sale.`,
})

const labels: Record<string, string> = { email: 'E-mail', tel: 'Telephone' }
const orNone = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none')
const changeText = ({ field, from, to }: ChangedField): string => `${labels[field]}: ${orNone(from)} → ${orNone(to)}`

const count = (sales: Sales): string => (sales.length === 1 ? 'a sale' : `${sales.length} sales`)

const list = (sales: Sales): string => {
  const names = sales.slice(0, maxListedSales).join(', ')
  return sales.length > maxListedSales ? `${names} and ${sales.length - maxListedSales} more` : names
}
