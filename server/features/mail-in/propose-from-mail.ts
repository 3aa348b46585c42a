import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import type { MailKind, SenderCheck } from '@gya/domain/features/mail-in/mail-in.model.ts'
import { ownWordsOf } from '@gya/domain/features/mail-in/own-words.ts'
import { proposalsOf } from '@gya/domain/features/mail-in/proposals-of.ts'
import type { Proposer } from '@gya/domain/features/party-links/party-links.model.ts'
import type { PartyRef, SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { insertNewerProposals } from '../party-links/proposals.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import type { PropertyEvents } from '../properties/write/save-properties.ts'
import type { MailInRow } from './set-sales.ts'

const proposerOf: Partial<Record<SaleRole, Proposer>> = {
  vendor: 'vendor',
  buyer: 'buyer',
  vendorSolicitor: 'vendor-conveyancer',
  buyerSolicitor: 'buyer-conveyancer',
  buyerBroker: 'broker',
  surveyContact: 'survey-contact',
}

type ProposeContext = { db: Db; now: Instant; newId(): string }

type OnSale = {
  property: LoadedProperty
  /** The party of this sale; null: none, then nothing is proposed. */
  party: { ref: PartyRef; role: SaleRole } | null
  hasFallenOff: boolean
  otherLines: readonly string[]
}

/**
 * Stores what an e-mail proposes for the sales that it was filed on, in one statement; returns the events. What a colleague wrote or forwarded
 * proposes nothing: the words before a forwarded e-mail are not the party's. [mail-in §6](docs/design/mail-in.md#6).
 */
export async function proposeFromMail(
  { db, now, newId }: ProposeContext,
  mail: MailInRow,
  onSales: readonly OnSale[],
): Promise<PropertyEvents[]> {
  if (mail.outgoing || mail.forwarded_by !== null) return []
  const rows = onSales.flatMap((one) => proposalRows({ now, newId }, mail, one))
  if (rows.length === 0) return []
  const made = new Set(await insertNewerProposals(db, mail.company_id, rows, now))
  return rows
    .filter(({ id }) => made.has(id))
    .map((row) => ({ propertyId: row.property_id, events: [{ kind: 'party-proposed' as const, data: eventData(row) }] }))
}

function proposalRows(
  { now, newId }: Omit<ProposeContext, 'db'>,
  mail: MailInRow,
  { property: { detail, timeline, sale }, party, hasFallenOff, otherLines }: OnSale,
) {
  const proposer = party && proposerOf[party.role]
  if (!party || !proposer) return []
  const arrivedOn = londonDay(mail.arrived_on)
  const found = proposalsOf(ownWordsOf(mail.text).read, {
    kind: mail.kind as MailKind,
    senderCheck: mail.sender_check as SenderCheck,
    role: party.role,
    writtenOn: mail.written_on === null ? arrivedOn : londonDay(mail.written_on),
    arrivedOn,
    hasFallenOff,
    standing: sale.standing,
    acceptedOn: acceptedOnOf(detail.offers),
    completionDate: detail.completionDate,
    timeline,
    line1: detail.address.line1,
    otherLines,
  })
  return found.map(({ what, stepKey, state, dateKind, onDay, sentence }) => ({
    company_id: mail.company_id,
    id: newId(),
    property_id: detail._id,
    source: 'mail',
    source_id: mail.id,
    offer_id: detail.offers.find((offer) => offer.state === 'A')?._id ?? null,
    proposed_by: proposer,
    party_ref: party.ref,
    subject: maskBankDetails(mail.subject).slice(0, 200).toWellFormed(),
    what,
    step_key: stepKey,
    step_state: state,
    date_kind: dateKind,
    on_day: onDay,
    text: maskBankDetails(sentence).toWellFormed(),
    createdon: now,
    notified_on: now,
  }))
}

type ProposalOfMail = ReturnType<typeof proposalRows>[number]

const eventData = ({ id, source_id, proposed_by, what, step_key, step_state, date_kind, on_day, text }: ProposalOfMail) => ({
  proposalId: id,
  source: 'mail',
  sourceId: source_id,
  party: proposed_by,
  proposedBy: proposed_by,
  what,
  stepKey: step_key,
  state: step_state,
  dateKind: date_kind,
  onDay: on_day,
  fileName: null,
  text,
})

/** The first of these sales on which a proposal of the e-mail was accepted. */
export async function findAcceptedOn(db: Db, mail: MailInRow, propertyIds: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ line1: string }>`
    select p.line1 from party_proposal o join property p on p.company_id = ${mail.company_id}::uuid and p.id = o.property_id
    where o.company_id = ${mail.company_id}::uuid and o.source_id = ${mail.id}::uuid and o.property_id = any(${propertyIds}::uuid[])
      and o.state = 'accepted' limit 1`.execute(db)
  return rows[0]?.line1
}
