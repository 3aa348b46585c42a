import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Party } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import { masked, TextMask } from '@gya/domain/features/record/mask-text.ts'
import type { RecordEntry } from '@gya/domain/features/record/property-record.contract.ts'
import type { RecordFileParty } from '@gya/domain/features/record/record-file.rules.ts'
import type { LoadedEntry } from '../property-record.read-model.ts'
import type { RecordMail } from '../record-emails.ts'
import type { RecordFileContent } from './read-content.ts'

type Details = { email: string; tel: string }

/** Roles of the parties on each side, for conversations. */
const rolesOf: Record<RecordFileParty, readonly string[]> = {
  seller: ['vendor', 'vendorSolicitor', 'vendorBroker', 'vendorContact'],
  buyer: ['buyer', 'buyerSolicitor', 'buyerBroker', 'buyerContact'],
}

const partyDetails = (party: Party): Details[] => (party ? [party.contact, ...(party.poc ? [party.poc] : [])] : [])

const sidesOf = ({ owner, contacts, buyer }: PropertyDetail): Record<RecordFileParty, Details[]> => ({
  seller: [owner, ...partyDetails(contacts.solicitor), ...partyDetails(contacts.mBroker), ...contacts.additionalContacts],
  buyer: [
    buyer,
    ...partyDetails(contacts.buyerDetails.solicitor),
    ...partyDetails(contacts.buyerDetails.mBroker),
    ...contacts.buyerDetails.additionalContacts,
  ],
})

const feeFacts: readonly string[] = ['Fee type', 'Fixed fee', 'Agency fee', 'Expected fee']
const telFact = 'Telephone'
const emailFact = 'E-mail'

/** Masks a record file for a party of the sale. Full copies are returned unchanged. */
export function maskForParty(content: RecordFileContent): RecordFileContent {
  const { party } = content.made
  if (party === null) return content
  const { detail, agency } = content
  const sides = sidesOf(detail)
  const own = sides[party]
  const shown = [...own, ...agency]
  const others = [...sides[party === 'seller' ? 'buyer' : 'seller'], ...detail.offers, ...telsOf(content.entries)]
  const mask = new TextMask(
    { emails: shown.map(({ email }) => email).filter(Boolean), tels: shown.map(({ tel }) => tel).filter(Boolean) },
    others.map(({ tel }) => tel),
  )
  return {
    ...content,
    detail: maskTexts(mask, detail),
    entries: content.entries.map((entry) => maskEntry(mask, rolesOf[party], entry)),
    documents: content.documents.map((document) => ({ ...document, note: mask.apply(document.note) })),
  }
}

/** Telephone numbers in entries, including those of viewers and of people removed from the sale. */
const telsOf = (entries: readonly LoadedEntry[]): { tel: string }[] =>
  entries.flatMap(({ entry }) =>
    entry.facts.filter(({ what }) => what === telFact).flatMap(({ from, to }) => [{ tel: from ?? '' }, { tel: to ?? '' }]),
  )

const maskTexts = <T>(mask: TextMask, value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' && !isDayOrId(one) ? mask.apply(one) : one,
  ) as T

const isDayOrId = (text: string): boolean => /^\d{4}-\d\d-\d\d|^[0-9a-f-]{36}$/.test(text)

function maskEntry(mask: TextMask, ownRoles: readonly string[], { entry, data, mails }: LoadedEntry): LoadedEntry {
  const isOtherCall = entry.kind === 'conversation-logged' && !ownRoles.includes(String(data?.partyRole))
  const ownMails = mails.map((mail) => maskMail(mask, mail))
  const wordsOf = (one: string) => mask.apply(one)
  const emails = entry.emails.map((email) => {
    const mail = ownMails.find(({ id }) => id === email._id)
    const isShown = mail?.withoutText === null
    return {
      ...email,
      subject: isShown ? wordsOf(email.subject) : masked,
      to: email.to.map(wordsOf),
      cc: email.cc.map(wordsOf),
      withoutText: mail?.withoutText ?? email.withoutText,
      attachments: isShown ? email.attachments : [],
    }
  })
  return {
    data,
    mails: ownMails,
    entry: {
      ...entry,
      words: wordsOf(entry.words),
      facts: maskFacts(mask, entry, isOtherCall),
      remarks: entry.remarks.map(wordsOf),
      emails,
    },
  }
}

const maskFacts = (mask: TextMask, { facts }: RecordEntry, isOtherCall: boolean): RecordEntry['facts'] =>
  facts.map(({ what, from, to }) => {
    const isHidden = feeFacts.includes(what) || (isOtherCall && (what === 'Note' || what === 'Shown to the vendor'))
    const show = (text: string): string => {
      if (isHidden) return masked
      if (what === telFact && text !== 'none' && !mask.isShownTel(text)) return masked
      if (what === emailFact && text !== 'none' && !mask.isShownEmail(text)) return masked
      return mask.apply(text)
    }
    return {
      what,
      ...(from === undefined ? {} : { from: show(from) }),
      ...(to === undefined ? {} : { to: show(to) }),
    }
  })

/** Masks e-mails that were not sent to this party. */
function maskMail(mask: TextMask, mail: RecordMail): RecordMail {
  const isOwn = [...mail.recipients, ...mail.cc, ...mail.bcc].every((email) => mask.isShownEmail(email))
  const subject = isOwn ? mask.apply(mail.subject) : masked
  const recipients = mail.recipients.map((one) => mask.apply(one))
  const lists = { recipients, cc: mail.cc.map((one) => mask.apply(one)), bcc: mail.bcc.map((one) => mask.apply(one)) }
  if (!isOwn) return { ...mail, ...lists, subject, body: '', html: null, withoutText: 'Masked in this copy.', attachments: [] }
  return { ...mail, ...lists, subject, body: mask.apply(mail.body), html: null }
}
