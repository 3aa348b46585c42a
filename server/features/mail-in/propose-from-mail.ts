import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import type { MailKind, SenderCheck } from '@gya/domain/features/mail-in/mail-in.model.ts'
import { ownWordsOf } from '@gya/domain/features/mail-in/own-words.ts'
import { proposalsOf } from '@gya/domain/features/mail-in/proposals-of.ts'
import type { Proposer } from '@gya/domain/features/party-links/party-links.model.ts'
import { maxOpenProposals } from '@gya/domain/features/party-links/proposal-limits.ts'
import type { PartyRef, SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { insertProposal, replaceOlder } from '../party-links/proposals.repository.ts'
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
 * Stores what an e-mail proposes for a sale that it was filed on; returns the events. What a colleague wrote or forwarded proposes nothing:
 * the words before a forwarded e-mail are not the party's. [mail-in §6](docs/design/mail-in.md#6).
 */
export async function proposeFromMail(
  { db, now, newId }: ProposeContext,
  mail: MailInRow,
  { property, party, hasFallenOff, otherLines }: OnSale,
): Promise<PropertyEvents> {
  const { detail, timeline, sale } = property
  const propertyId = detail._id
  const ids = { companyId: mail.company_id, propertyId }
  const proposer = party && proposerOf[party.role]
  const nothing: PropertyEvents = { propertyId, events: [] }
  if (!party || !proposer || mail.outgoing || mail.forwarded_by !== null) return nothing
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
  if (found.length === 0 || (await countOpen(db, ids)) + found.length > maxOpenProposals) return nothing
  const events: PropertyEvents['events'][number][] = []
  for (const { what, stepKey, state, dateKind, onDay, sentence } of found) {
    const id = newId()
    const text = maskBankDetails(sentence)
    await replaceOlder(db, { ...ids, party: proposer }, { what, stepKey, dateKind }, now)
    await insertProposal(db, {
      company_id: mail.company_id,
      id,
      property_id: propertyId,
      source: 'mail',
      source_id: mail.id,
      offer_id: detail.offers.find((offer) => offer.state === 'A')?._id ?? null,
      proposed_by: proposer,
      party_ref: party.ref,
      subject: maskBankDetails(mail.subject).slice(0, 200),
      what,
      step_key: stepKey,
      step_state: state,
      date_kind: dateKind,
      on_day: onDay,
      text,
      createdon: now,
      notified_on: now,
    })
    const content = { what, stepKey, state, dateKind, onDay, fileName: null, text }
    const data = { proposalId: id, source: 'mail', sourceId: mail.id, party: proposer, proposedBy: proposer, ...content }
    events.push({ kind: 'party-proposed', data })
  }
  return { propertyId, events }
}

async function countOpen(db: Db, { companyId, propertyId }: { companyId: string; propertyId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from party_proposal
    where company_id = ${companyId}::uuid and property_id = ${propertyId}::uuid and state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

/** An e-mail that is taken off sales takes its open proposals back. */
export const takeBackProposals = (db: Db, mail: MailInRow, propertyIds: readonly string[], now: Instant) =>
  sql`
    update party_proposal set state = 'overtaken', decided_on = ${now}::timestamptz
    where company_id = ${mail.company_id}::uuid and source_id = ${mail.id}::uuid and property_id = any(${propertyIds}::uuid[])
      and state = 'open'`.execute(db)

/** The first of these sales on which a proposal of the e-mail was accepted. */
export async function findAcceptedOn(db: Db, mail: MailInRow, propertyIds: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ line1: string }>`
    select p.line1 from party_proposal o join property p on p.company_id = ${mail.company_id}::uuid and p.id = o.property_id
    where o.company_id = ${mail.company_id}::uuid and o.source_id = ${mail.id}::uuid and o.property_id = any(${propertyIds}::uuid[])
      and o.state = 'accepted' limit 1`.execute(db)
  return rows[0]?.line1
}
