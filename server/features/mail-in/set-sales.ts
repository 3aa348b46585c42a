import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import type { PartyRef, SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MailIn } from '../../db/schema.ts'
import { listPartiesOfSales } from '../conversations/parties.repository.ts'
import { loadProperties } from '../properties/read/load-property.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { findSnoozedItems, type SnoozePart, saveSnoozes, snoozePart } from '../today/snooze-parts.ts'
import { learnTheirRefs } from './learn-their-refs.ts'
import { showReasons, toReasons } from './mail-reasons.ts'
import { proposeFromMail, takeBackProposals } from './propose-from-mail.ts'

export type MailInRow = Selectable<MailIn>

type SetContext = { db: Db; now: Instant; today: DateOnly; newId(): string; caller: { userId: string } | null }

export type SaleOfFiling = { propertyId: string; offerId: string | null; reasons: unknown }

/**
 * Makes these the sales of an e-mail. From a party it is a conversation about them, which moves with it; an answer lists again what was
 * chased. None: it is to file. Expects the row locked. Returns the undo parts of what it lists again. Throws NOT_FOUND for a property that does
 * not exist.
 */
export async function setSales(
  context: SetContext,
  mail: MailInRow,
  sales: readonly SaleOfFiling[],
  { answers = true }: { answers?: boolean } = {},
): Promise<SnoozePart[]> {
  const { db, now, caller } = context
  const { company_id: companyId, id } = mail
  const before = await findFiledSales(db, companyId, id)
  const removed = before.filter((one) => !sales.some(({ propertyId }) => propertyId === one))
  const added = sales.filter(({ propertyId }) => !before.includes(propertyId))
  const isFiled = sales.length > 0
  let replied: SnoozePart[] = []
  await recordAboutProperties(context, companyId, [...removed, ...added.map(({ propertyId }) => propertyId)], async () => {
    const party = isFiled
      ? await findPartyOfMail(
          db,
          mail,
          sales.map(({ propertyId }) => propertyId),
        )
      : null
    const conversationId = await keepConversation(context, mail, { party, removed, added, isFiled })
    if (removed.length > 0)
      await db
        .updateTable('mail_in_sale')
        .set({ state: 'removed', conversation_id: null })
        .where('company_id', '=', companyId)
        .where('mail_in_id', '=', id)
        .where('property_id', 'in', removed)
        .execute()
    if (added.length > 0)
      await db
        .insertInto('mail_in_sale')
        .values(
          added.map(({ propertyId, offerId, reasons }) => ({
            company_id: companyId,
            mail_in_id: id,
            property_id: propertyId,
            offer_id: offerId,
            state: 'filed',
            reasons: JSON.stringify(reasons),
            filed_on: now,
            filed_by: caller?.userId ?? null,
            conversation_id: conversationId,
            open: mail.kind === 'bounce' || (mail.kind === 'mail' && !mail.outgoing),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'mail_in_id', 'property_id']).doUpdateSet((set) => ({
            state: 'filed',
            filed_on: now,
            filed_by: caller?.userId ?? null,
            conversation_id: set.ref('excluded.conversation_id'),
            open: sql<boolean>`case mail_in_sale.state when 'suggested' then excluded.open else mail_in_sale.open end`,
          })),
        )
        .execute()
    await db
      .updateTable('mail_in')
      .set((set) => ({
        state: isFiled ? 'filed' : 'inbox',
        version: set('version', '+', 1),
        ...(caller ? { updatedon: now, updated_by: caller.userId } : {}),
        ...(party ? { party_ref: party.ref, party_role: party.role, party_name: party.name, firm_id: party.firmId } : {}),
      }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    if (answers && party && mail.kind === 'mail' && !mail.outgoing)
      replied = await listChasedAgain(db, {
        companyId,
        propertyIds: added.map(({ propertyId }) => propertyId),
        party,
        now,
      })
    if (removed.length > 0) await takeBackProposals(db, mail, removed, now)
    const proposed = await proposeOnAdded(context, mail, { party, added, filed: sales.map(({ propertyId }) => propertyId) })
    const moved = await moveDocuments(db, mail, removed, added[0]?.propertyId)
    const [only, ...others] = sales
    const isSure = caller !== null || toReasons(only?.reasons).reasons.includes('key')
    const sure = only && others.length === 0 && isSure ? only.propertyId : null
    await learnTheirRefs(db, mail, { firmId: party?.firmId ?? mail.firm_id, removed, sure })
    const facts = { mailInId: id, from: mail.from_email, firm: party?.firm ?? null, subject: maskBankDetails(mail.subject) }
    return [
      ...moved,
      ...proposed,
      ...removed.map((propertyId) => ({ propertyId, events: [{ kind: 'mail-unfiled' as const, data: facts }] })),
      ...added.map(({ propertyId, reasons }) => ({
        propertyId,
        events: [
          mail.bounced_to === null
            ? {
                kind: 'mail-filed' as const,
                data: { ...facts, why: showReasons(toReasons(reasons)), sha256: mail.raw_sha256.toString('hex') },
              }
            : { kind: 'mail-bounced' as const, data: { mailInId: id, to: mail.bounced_to, mailId: mail.answers_mail_id } },
        ],
      })),
    ]
  })
  return replied
}

export const findFiledRows = (db: Db, { companyId, mailInId }: { companyId: string; mailInId: string }) =>
  db
    .selectFrom('mail_in_sale')
    .select(['property_id', 'filed_by', 'reasons'])
    .where('company_id', '=', companyId)
    .where('mail_in_id', '=', mailInId)
    .where('state', '=', 'filed')
    .orderBy('property_id')
    .execute()

export const findFiledSales = async (db: Db, companyId: string, mailInId: string): Promise<string[]> =>
  (await findFiledRows(db, { companyId, mailInId })).map(({ property_id }) => property_id)

/** Documents that came with the e-mail and that nobody has touched move with it to the first of its new sales. */
async function moveDocuments(db: Db, { company_id, id }: MailInRow, removed: readonly string[], target: string | undefined) {
  if (removed.length === 0 || target === undefined) return []
  const { rows } = await sql<{ id: string; file_name: string; note: string; sha256: string; was: string }>`
    update document d set property_id = ${target}::uuid from document b
    where b.company_id = ${company_id}::uuid and b.mail_in_id = ${id}::uuid and b.property_id = any(${removed}::uuid[]) and b.version = 1
      and not exists (select from gate_check g where g.company_id = ${company_id}::uuid and g.document_id = b.id)
      and d.company_id = ${company_id}::uuid and d.id = b.id
    returning d.id, d.file_name, d.note, encode(d.sha256, 'hex') as sha256, b.property_id as was`.execute(db)
  return rows.flatMap(({ id: documentId, file_name: fileName, note, sha256, was }) => [
    { propertyId: was, events: [{ kind: 'document-removed' as const, data: { documentId, fileName, note } }] },
    { propertyId: target, events: [{ kind: 'document-added' as const, data: { documentId, fileName, note, sha256 } }] },
  ])
}

type Party = { ref: PartyRef; role: SaleRole; name: string; firm: string | null; firmId: string | null }

/** Who wrote it, or to whom a colleague wrote: as it was found, else by the address among the parties of the sales. */
async function findPartyOfMail(db: Db, mail: MailInRow, propertyIds: readonly string[]): Promise<Party | null> {
  const parties = await listPartiesOfSales(db, { companyId: mail.company_id, propertyIds })
  const found =
    parties.find(({ ref }) => ref === mail.party_ref) ??
    (mail.from_email === ''
      ? undefined
      : parties.find(({ email, firm_email }) => email === mail.from_email || firm_email === mail.from_email))
  if (found) return { ...found, firm: found.firm_name, firmId: found.firm_id }
  const { party_ref: ref, party_role: role, party_name: name, firm_id: firmId } = mail
  return ref === null || role === null ? null : { ref, role: role as SaleRole, name: name ?? '', firm: null, firmId }
}

type Proposing = { party: Party | null; added: readonly SaleOfFiling[]; filed: readonly string[] }

async function proposeOnAdded({ db, now, today, newId }: SetContext, mail: MailInRow, { party, added, filed }: Proposing) {
  if (party === null || added.length === 0 || mail.kind !== 'mail') return []
  const { company_id: companyId } = mail
  const properties = await loadProperties(db, companyId, filed, today)
  const parties = await listPartiesOfSales(db, { companyId, propertyIds: filed })
  const proposed = []
  for (const { propertyId, reasons } of added) {
    const property = properties.find(({ detail }) => detail._id === propertyId)
    if (!property) continue
    const otherLines = properties.flatMap((one) => (one === property ? [] : [one.detail.address.line1]))
    const own = parties.find(({ ref, property_id }) => ref === party.ref && property_id === propertyId) ?? null
    const hasFallenOff = toReasons(reasons).fellOffOn !== null
    proposed.push(await proposeFromMail({ db, now, newId }, mail, { property, party: own, hasFallenOff, otherLines }))
  }
  return proposed
}

type Moving = { party: Party | null; removed: readonly string[]; added: readonly SaleOfFiling[]; isFiled: boolean }

/** Inserts or changes the conversation that the e-mail is; what a program wrote is none. Returns its id. */
async function keepConversation({ db, now, newId }: SetContext, mail: MailInRow, { party, removed, added, isFiled }: Moving) {
  const { company_id: companyId, id } = mail
  const existing = await db
    .selectFrom('conversation')
    .select('id')
    .where('company_id', '=', companyId)
    .where('mail_in_id', '=', id)
    .executeTakeFirst()
  if (!existing && (party === null || mail.kind !== 'mail')) return null
  const conversationId = existing?.id ?? newId()
  if (existing)
    await db
      .updateTable('conversation')
      .set({ undone_on: isFiled ? null : now, ...(party ? { party_ref: party.ref, party_role: party.role } : {}) })
      .where('company_id', '=', companyId)
      .where('id', '=', conversationId)
      .execute()
  else if (party)
    await db
      .insertInto('conversation')
      .values({
        company_id: companyId,
        id: conversationId,
        at: mail.written_on ?? mail.arrived_on,
        user_id: mail.forwarded_by,
        channel: 'email',
        inbound: !mail.outgoing,
        party_ref: party.ref,
        party_role: party.role,
        party_name: party.name.slice(0, 200),
        firm_name: party.firm,
        note: maskBankDetails(mail.subject),
        mail_in_id: id,
        createdon: now,
      })
      .execute()
  if (removed.length > 0)
    await db
      .deleteFrom('conversation_sale')
      .where('company_id', '=', companyId)
      .where('conversation_id', '=', conversationId)
      .where('property_id', 'in', removed)
      .execute()
  if (added.length > 0)
    await db
      .insertInto('conversation_sale')
      .values(
        added.map(({ propertyId }) => ({
          company_id: companyId,
          conversation_id: conversationId,
          property_id: propertyId,
          outcome: 'emailed',
        })),
      )
      .onConflict((conflict) => conflict.columns(['company_id', 'conversation_id', 'property_id']).doNothing())
      .execute()
  return conversationId
}

type Answered = { companyId: string; propertyIds: readonly string[]; party: Party; now: Instant }

/**
 * "An answer ends a wait": what was put off because this party was chased is listed again, as replied. A promise keeps its day. Returns the
 * parts of the undo. [mail-in §7](docs/design/mail-in.md#7).
 */
async function listChasedAgain(db: Db, { companyId, propertyIds, party, now }: Answered): Promise<SnoozePart[]> {
  const items = await findSnoozedItems(db, companyId, propertyIds, {
    where: sql<boolean>`s.reason = 'chased' and s.until > ${now}::timestamptz
      and (i.party_ref = ${party.ref} or i.firm_id = ${party.firmId}::uuid)`,
  })
  const replied = items.map((item) => ({ item, snooze: { ...item.snooze, until: now, reason: 'replied', attempts: 0 } }))
  if (replied.length === 0) return []
  await saveSnoozes(
    db,
    companyId,
    replied.map(({ item: { subjectId, key }, snooze }) => ({ subjectId, key, snooze })),
  )
  return replied.map(({ item, snooze }) => snoozePart(item, snooze))
}
