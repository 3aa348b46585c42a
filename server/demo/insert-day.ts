import { Readable } from 'node:stream'
import { addDays, londonInstant } from '@gya/domain/common/dates.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Task } from '../db/schema.ts'
import { deriveActionItems, deriveTaskItems } from '../features/properties/projections/action-items.ts'
import type { LoadedProperty } from '../features/properties/read/load-property.ts'
import { type FileStore, fileKey } from '../infra/files/file-store.ts'
import { type DemoCompany, staffNamed } from './company.ts'
import { demoMessages } from './demo-messages.ts'
import { type Held, insertHeld, type NewConversation, type PartyChoice, partiesOf, vendorOf } from './held-conversations.ts'
import { insertAll } from './insert-all.ts'
import { insertWaiting } from './insert-waiting.ts'
import { type SeededRandom, seededIds, seededRandom } from './seeded-random.ts'
import { showcaseHome } from './showcase-property.ts'
import { momentAt } from './workdays.ts'

/** Conversations of 90 days, tasks, promises and snoozed items: the day of the staff sign-in. */

const conversationCount = 400
/** The call-back and the two promises. */
const addedLater = 3

const notesSaid = [
  'Will ring back once the file is on the desk.',
  'Waiting for the management pack.',
  'Everything is in hand.',
  'Away until Monday; the assistant will look.',
  '',
]
const liveSalePhases: readonly Phase[] = ['forSale', 'sold', 'exchanged']

/** Conversations of 90 days. Most of the staff's vendors were updated this week; five were not, one of them never. */
function holdConversations(
  properties: readonly LoadedProperty[],
  staffId: string,
  random: SeededRandom,
  present: CurrentTime,
): Held & { add: (one: NewConversation) => { id: string; held: Held } } {
  const newId = seededIds(random)
  const held: Held = { conversations: [], sales: [], events: [] }
  const add = ({ property, party, on, minute, enteredAfter = 0, ...rest }: NewConversation) => {
    const { now: at } = momentAt(on, minute, present)
    const { now: entered } = momentAt(addDays(on, enteredAfter), minute, present)
    const id = newId(entered)
    const { detail } = property
    const company_id = detail.company._id
    const sale = {
      outcome: 'spoke',
      note: random.pick(notesSaid),
      promised_on: null,
      next_at: null,
      item_keys: [] as string[],
      call_back_open: false,
      ...rest,
    }
    const user_id = detail.contacts.bStaff?._id ?? staffId
    const channel = sale.outcome === 'emailed' ? 'email' : 'call'
    held.conversations.push({
      company_id,
      id,
      at,
      user_id,
      channel,
      party_ref: party.ref,
      party_role: party.role,
      party_name: party.name,
      firm_name: party.firm,
      createdon: entered,
    })
    held.sales.push({ company_id, conversation_id: id, property_id: detail._id, ...sale })
    const data = {
      conversationId: id,
      partyRef: party.ref,
      partyRole: party.role,
      partyName: party.name,
      firmName: party.firm,
      channel,
      inbound: false,
      ...(enteredAfter > 0 ? { heldAt: at } : {}),
      outcome: sale.outcome,
      itemKeys: sale.item_keys,
      about: [],
      note: sale.note,
      promisedOn: sale.promised_on,
      nextAt: sale.next_at,
      vendorText: null,
    }
    held.events.push({
      company_id,
      id: newId(entered),
      property_id: detail._id,
      user_id,
      at: entered,
      kind: 'conversation-logged',
      data: JSON.stringify(data),
    })
    const last = { conversations: held.conversations.slice(-1), sales: held.sales.slice(-1), events: held.events.slice(-1) }
    return { id, held: last }
  }
  const live = properties.filter(({ detail }) => liveSalePhases.includes(detail.phase))
  const own = live.filter(({ detail }) => detail.contacts.bStaff?._id === staffId)
  const quiet = new Set(own.slice(-5))
  // Their buyers could not be reached for a while: messages were left, and the items are snoozed.
  const quietBuyers = new Set(own.filter((property) => partiesOf(property).some(({ role }) => role === 'buyer')).slice(0, 12))
  for (const property of live) {
    const daysAgo = quiet.has(property) ? random.int(16, 24) : random.int(1, 5)
    if (property !== own.at(-1))
      add({ property, party: vendorOf(property), on: addDays(present.today, -daysAgo), minute: random.int(560, 1050) })
    const buyer = partiesOf(property).find(({ role }) => role === 'buyer')
    const buyerAgo = quietBuyers.has(property) ? random.int(18, 25) : random.int(1, 12)
    if (buyer) add({ property, party: buyer, on: addDays(present.today, -buyerAgo), minute: random.int(560, 1050) })
  }
  for (const { daysAgo, ...one } of conversationsOfShowcase(live)) add({ ...one, on: addDays(present.today, -daysAgo) })
  while (held.conversations.length < conversationCount - addedLater) {
    const property = random.pick(live)
    const parties = partiesOf(property).filter(({ role }) => role !== 'buyer' || !quietBuyers.has(property))
    if (parties.length > 0)
      add({
        property,
        party: random.pick(parties),
        on: addDays(present.today, -random.int(6, 90)),
        minute: random.int(560, 1050),
        outcome: random.pick(['spoke', 'spoke', 'leftMessage', 'noAnswer', 'emailed']),
      })
  }
  return { ...held, add }
}

/** "A call entered late, three e-mails as sent." [trust §9](docs/design/trust.md#9). */
function conversationsOfShowcase(live: readonly LoadedProperty[]) {
  const property = live.find(({ detail }) => detail.address.line1 === showcaseHome.address.line1)
  const [vendors, buyers, broker] = property ? partiesOf(property) : []
  if (!property || !vendors || !buyers || !broker) return []
  const emailed = (party: PartyChoice, daysAgo: number) => ({
    property,
    party,
    daysAgo,
    minute: 650,
    outcome: 'emailed' as const,
  })
  const note = 'The valuer has been; no retention expected.'
  return [
    emailed(buyers, 29),
    emailed(vendors, 22),
    emailed(broker, 15),
    { property, party: broker, daysAgo: 13, minute: 1_015, outcome: 'spoke' as const, note, enteredAfter: 2 },
  ]
}

/** Inserts the day and derives all action items. After the properties and their report rows. */
export async function insertDay(
  db: Db,
  demo: DemoCompany,
  {
    properties,
    tasks,
    files,
  }: {
    properties: readonly LoadedProperty[]
    tasks: readonly Pick<Insertable<Task>, 'id' | 'property_id'>[]
    files: FileStore | null
  },
  present: CurrentTime,
): Promise<void> {
  const companyId = demo.company.id
  const { today } = present
  const staff = staffNamed(demo, 'staff@demo.example')
  const random = seededRandom('day')
  const own = properties.filter(({ detail }) => detail.contacts.bStaff?._id === staff.id && liveSalePhases.includes(detail.phase))
  // News count from yesterday evening, so that nobody starts with the news of a year.
  const seenUntil = momentAt(addDays(today, -1), 16 * 60, present).now
  await insertAll(
    db,
    'property_seen',
    properties.map(({ detail }) => ({ company_id: companyId, property_id: detail._id, seen_until: seenUntil })),
  )
  const [withFile] = own.slice(2)
  if (files && withFile) await addFile(db, withFile, staffNamed(demo, 'branch@demo.example').id, { present, files, random })
  const { add, ...held } = holdConversations(properties, staff.id, random, present)
  const callBack = own.find((property) => partiesOf(property).length > 0)
  const [party] = callBack ? partiesOf(callBack) : []
  if (callBack && party)
    add({
      property: callBack,
      party,
      on: addDays(today, -1),
      minute: 640,
      next_at: londonInstant(today, '14:30'),
      call_back_open: true,
    })
  await insertWithMessages(db, companyId, held, properties)
  await insertEditedDraft(db, own, staff.id, { random, present })
  for (let from = 0; from < properties.length; from += 50)
    await deriveActionItems(db, companyId, properties.slice(from, from + 50))
  await deriveTaskItems(
    db,
    companyId,
    tasks.filter(({ property_id }) => !property_id).map(({ id }) => id),
  )
  await sql`analyze action_item, conversation, conversation_sale, task`.execute(db)
  await insertWaiting(db, { companyId, staffId: staff.id, own, add }, present)
}

/** In the update run: a draft that was edited yesterday evening, for one of the vendors who are due; of a sale that has not exchanged. */
async function insertEditedDraft(
  db: Db,
  own: readonly LoadedProperty[],
  by: string,
  { random, present }: { random: SeededRandom; present: CurrentTime },
): Promise<void> {
  const property = own.findLast(({ sale }) => sale.standing === 'agreed')
  if (!property) return
  const { detail } = property
  const at = momentAt(addDays(present.today, -1), 17 * 60 + 10, present).now
  await insertAll(db, 'vendor_update', [
    {
      company_id: detail.company._id,
      id: seededIds(random)(at),
      property_id: detail._id,
      state: 'draft',
      since: momentAt(addDays(present.today, -15), 9 * 60, present).now,
      until: at,
      text: 'We are keeping after the other side every other day and expect to hear this week. I will ring you on Thursday either way.',
      edited: true,
      saved_by: by,
      at,
    },
  ])
}

const demoFile = 'Fittings and contents: carpets, curtains and the kitchen appliances stay.\n'

/** A file that a colleague added yesterday evening. */
async function addFile(
  db: Db,
  { detail }: LoadedProperty,
  by: string,
  { present, files, random }: { present: CurrentTime; files: FileStore; random: SeededRandom },
): Promise<void> {
  const { now } = momentAt(addDays(present.today, -1), 17 * 60 + 40, present)
  const newId = seededIds(random)
  const [id, file] = [newId(now), newId(now)]
  const ids = { company_id: detail.company._id, property_id: detail._id }
  const bytes = Buffer.byteLength(demoFile)
  await files.put(fileKey(file, 'original'), Readable.from(demoFile), { bytes, contentType: 'text/plain' })
  const file_name = 'Fittings and contents.txt'
  const document = { ...ids, id, file, file_name, content_type: 'text/plain', bytes, createdon: now, created_by: by }
  await insertAll(db, 'document', [document])
  const data = JSON.stringify({ documentId: id, fileName: file_name, note: '' })
  await insertAll(db, 'event', [{ ...ids, id: newId(now), user_id: by, at: now, kind: 'document-added', data }])
}

/** E-mails were sent from here: the conversation refers to its e-mail. */
async function insertWithMessages(db: Db, companyId: string, held: Held, properties: readonly LoadedProperty[]): Promise<void> {
  const propertyOf = new Map(properties.map((property) => [property.detail._id, property]))
  const emailed = new Map(
    held.sales.flatMap((sale) => (sale.outcome === 'emailed' ? [[sale.conversation_id, sale.property_id] as const] : [])),
  )
  const messages = await demoMessages(
    db,
    companyId,
    held.conversations.flatMap((conversation) => {
      const property = propertyOf.get(emailed.get(conversation.id) ?? '')
      return property ? [{ conversation, property }] : []
    }),
  )
  const conversations = held.conversations.map((one) => ({ ...one, mail_id: messages.mailIdOf.get(one.id) ?? null }))
  await insertHeld(db, { ...held, conversations })
  await messages.insert()
}
