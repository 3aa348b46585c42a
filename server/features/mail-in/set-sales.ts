import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import type { PartyRef, SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MailIn } from '../../db/schema.ts'
import { listPartiesOfSales } from '../conversations/parties.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import { findSnoozedItems, type SnoozePart, saveSnoozes, snoozePart } from '../today/snooze-parts.ts'
import { learnTheirRefs } from './learn-their-refs.ts'
import { showReasons, toReasons } from './mail-reasons.ts'
import { proposeFromMail } from './propose-from-mail.ts'

export type MailInRow = Selectable<MailIn>

type SetContext = { db: Db; now: Instant; today: DateOnly; newId(): string; caller: { userId: string } | null }

export type SaleOfFiling = { propertyId: string; offerId: string | null; reasons: unknown }

type SetOptions = {
  /** Whether it ends waits: "an answer ends a wait". */
  answers?: boolean
  /** The sales that it is on, where they are known. */
  before?: readonly string[]
  /** What was read of it, to be stored with its sales. */
  reading?: Updateable<MailIn>
}

/**
 * Makes these the sales of an e-mail. From a party it is a conversation about them, which moves with it; an answer lists again what was
 * chased. None: it is to file. Expects the row locked. Returns the undo parts of what it lists again. Throws NOT_FOUND for a property that does
 * not exist.
 */
export async function setSales(
  context: SetContext,
  mail: MailInRow,
  sales: readonly SaleOfFiling[],
  { answers = true, before: known, reading = {} }: SetOptions = {},
): Promise<SnoozePart[]> {
  const { db, now, caller } = context
  const { company_id: companyId, id } = mail
  const before = known ?? (await findFiledSales(db, companyId, id))
  const filed = sales.map(({ propertyId }) => propertyId)
  const removed = before.filter((one) => !filed.includes(one))
  const added = sales.filter(({ propertyId }) => !before.includes(propertyId))
  let replied: SnoozePart[] = []
  await recordAboutProperties(context, companyId, [...removed, ...filed], async (load) => {
    const parties = sales.length === 0 ? [] : await listPartiesOfSales(db, { companyId, propertyIds: filed })
    const party = sales.length === 0 ? null : partyOfMail(mail, parties)
    const files = await writeSales(context, mail, { party, removed, added, isFiled: sales.length > 0, reading })
    if (answers && party && mail.kind === 'mail' && !mail.outgoing)
      replied = await listChasedAgain(db, {
        companyId,
        propertyIds: added.map(({ propertyId }) => propertyId),
        party,
        now,
      })
    const proposed = await proposeOnAdded(context, mail, { party, parties, added, filed, load })
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
                data: {
                  ...facts,
                  why: showReasons(toReasons(reasons)),
                  sha256: mail.raw_sha256.toString('hex'),
                  role: party?.role ?? null,
                  kind: mail.kind,
                  files,
                  reason: toReasons(reasons).reasons[0] ?? 'by-hand',
                  outgoing: mail.outgoing,
                },
              }
            : { kind: 'mail-bounced' as const, data: { mailInId: id, to: mail.bounced_to, mailId: mail.answers_mail_id } },
        ],
      })),
    ]
  })
  return replied
}

type Writing = {
  party: Party | null
  removed: readonly string[]
  added: readonly SaleOfFiling[]
  isFiled: boolean
  reading: Updateable<MailIn>
}

/**
 * Writes the sales of an e-mail, the conversation that it is, and takes its open proposals back where it is taken off, in one statement. What
 * a program wrote is no conversation. Returns the number of its attachments.
 */
async function writeSales({ db, now, newId, caller }: SetContext, mail: MailInRow, writing: Writing): Promise<number> {
  const { party, removed, added, isFiled, reading } = writing
  const { company_id: companyId, id } = mail
  const ofMail = sql`company_id = ${companyId}::uuid and mail_in_id = ${id}::uuid`
  const isRemoved = sql`property_id = any(${removed}::uuid[])`
  const addedIds = added.map(({ propertyId }) => propertyId)
  const userId = caller?.userId ?? null
  const columns: Updateable<MailIn> = {
    ...reading,
    state: isFiled ? 'filed' : 'inbox',
    ...(caller ? { updatedon: now, updated_by: userId } : {}),
    ...(party ? { party_ref: party.ref, party_role: party.role, party_name: party.name, firm_id: party.firmId } : {}),
  }
  const { rows } = await sql<{ files: number }>`
    with kept as (
      update conversation set undone_on = ${isFiled ? null : now}::timestamptz,
        party_ref = coalesce(${party?.ref ?? null}, party_ref), party_role = coalesce(${party?.role ?? null}, party_role)
      where ${ofMail} returning id
    ), made as (
      insert into conversation (company_id, id, at, user_id, channel, inbound, party_ref, party_role, party_name, firm_name, note, mail_in_id,
        createdon)
      select ${companyId}::uuid, ${newId()}::uuid, ${mail.written_on ?? mail.arrived_on}::timestamptz, ${mail.forwarded_by}::uuid, 'email',
        ${!mail.outgoing}::boolean, ${party?.ref ?? ''}, ${party?.role ?? ''}, ${party?.name.slice(0, 200) ?? ''}, ${party?.firm ?? null},
        ${maskBankDetails(mail.subject)}, ${id}::uuid, ${now}::timestamptz
      where ${party !== null && mail.kind === 'mail'}::boolean and not exists (select from kept) returning id
    ), spoken as (
      select id from kept union all select id from made
    ), unspoken as (
      delete from conversation_sale where company_id = ${companyId}::uuid and conversation_id in (select id from kept) and ${isRemoved}
    ), said as (
      insert into conversation_sale (company_id, conversation_id, property_id, outcome)
      select ${companyId}::uuid, c.id, a.property_id, 'emailed' from spoken c, unnest(${addedIds}::uuid[]) a (property_id)
      on conflict (company_id, conversation_id, property_id) do nothing
    ), taken_off as (
      update mail_in_sale set state = 'removed', conversation_id = null where ${ofMail} and ${isRemoved}
    ), taken_back as (
      update party_proposal set state = 'overtaken', decided_on = ${now}::timestamptz
      where company_id = ${companyId}::uuid and source_id = ${id}::uuid and ${isRemoved} and state = 'open'
    ), put_on as (
      insert into mail_in_sale (company_id, mail_in_id, property_id, offer_id, state, reasons, filed_on, filed_by, conversation_id, open)
      select ${companyId}::uuid, ${id}::uuid, a.property_id, a.offer_id, 'filed', a.reasons, ${now}::timestamptz, ${userId}::uuid, c.id,
        ${mail.kind === 'bounce' || (mail.kind === 'mail' && !mail.outgoing)}::boolean
      from unnest(${addedIds}::uuid[], ${added.map(({ offerId }) => offerId)}::uuid[],
        ${added.map(({ reasons }) => JSON.stringify(reasons))}::jsonb[]) a (property_id, offer_id, reasons) left join spoken c on true
      on conflict (company_id, mail_in_id, property_id) do update set state = 'filed', filed_on = excluded.filed_on,
        filed_by = excluded.filed_by, conversation_id = excluded.conversation_id,
        open = case mail_in_sale.state when 'suggested' then excluded.open else mail_in_sale.open end
    )
    update mail_in set version = version + 1,
      ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where company_id = ${companyId}::uuid and id = ${id}::uuid
    returning (select count(*)::int from mail_in_file f where f.company_id = ${companyId}::uuid and f.mail_in_id = mail_in.id) as files`.execute(
    db,
  )
  return rows[0]?.files ?? 0
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

type PartyOfSale = Awaited<ReturnType<typeof listPartiesOfSales>>[number]
type Party = { ref: PartyRef; role: SaleRole; name: string; firm: string | null; firmId: string | null }

/** Who wrote it, or to whom a colleague wrote: as it was found, else by the address among the parties of the sales. */
function partyOfMail(mail: MailInRow, parties: readonly PartyOfSale[]): Party | null {
  const { from_email: from, party_ref: ref, party_role: role, party_name: name, firm_id: firmId } = mail
  const found =
    parties.find((one) => one.ref === ref) ??
    (from === '' ? undefined : parties.find(({ email, firm_email }) => email === from || firm_email === from))
  if (found) return { ...found, firm: found.firm_name, firmId: found.firm_id }
  return ref === null || role === null ? null : { ref, role: role as SaleRole, name: name ?? '', firm: null, firmId }
}

type Proposing = {
  party: Party | null
  parties: readonly PartyOfSale[]
  added: readonly SaleOfFiling[]
  filed: readonly string[]
  load: () => Promise<LoadedProperty[]>
}

async function proposeOnAdded(context: SetContext, mail: MailInRow, { party, parties, added, filed, load }: Proposing) {
  if (party === null || added.length === 0 || mail.kind !== 'mail') return []
  const properties = (await load()).filter(({ detail }) => filed.includes(detail._id))
  const onSales = added.flatMap(({ propertyId, reasons }) => {
    const property = properties.find(({ detail }) => detail._id === propertyId)
    if (!property) return []
    const otherLines = properties.flatMap((one) => (one === property ? [] : [one.detail.address.line1]))
    const own = parties.find(({ ref, property_id }) => ref === party.ref && property_id === propertyId) ?? null
    return [{ property, party: own, hasFallenOff: toReasons(reasons).fellOffOn !== null, otherLines }]
  })
  return proposeFromMail(context, mail, onSales)
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
