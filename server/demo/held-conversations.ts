import { type DateOnly } from '@gya/domain/common/dates.ts'
import { type Insertable } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Conversation, ConversationSale, Event } from '../db/schema.ts'
import type { LoadedProperty } from '../features/properties/read/load-property.ts'
import { insertAll } from './insert-all.ts'

export type PartyChoice = { ref: string; role: string; name: string; firm: string | null }

export function partiesOf({ detail }: LoadedProperty): PartyChoice[] {
  const { contacts } = detail
  const firm = (party: typeof contacts.solicitor, role: string): PartyChoice[] =>
    party
      ? [
          {
            ref: party.poc ? `poc:${party.poc._id}` : `firm:${party.contact._id}`,
            role,
            name: party.poc?.name ?? party.contact.name,
            firm: party.poc ? party.contact.name : null,
          },
        ]
      : []
  return [
    ...firm(contacts.solicitor, 'vendorSolicitor'),
    ...firm(contacts.buyerDetails.solicitor, 'buyerSolicitor'),
    ...firm(contacts.buyerDetails.mBroker, 'buyerBroker'),
    ...(detail.buyer.name ? [{ ref: `buyer:${detail._id}`, role: 'buyer', name: detail.buyer.name, firm: null }] : []),
  ]
}

export const vendorOf = ({ detail }: LoadedProperty): PartyChoice => ({
  ref: `vendor:${detail.owner._id}`,
  role: 'vendor',
  name: detail.owner.fullName,
  firm: null,
})

export type Held = {
  conversations: Insertable<Conversation>[]
  sales: Insertable<ConversationSale>[]
  events: Insertable<Event>[]
}

export type NewConversation = {
  property: LoadedProperty
  party: PartyChoice
  on: DateOnly
  minute: number
  /** Days between the conversation and its entry. */
  enteredAfter?: number
} & Partial<Pick<Insertable<ConversationSale>, 'outcome' | 'note' | 'promised_on' | 'next_at' | 'item_keys' | 'call_back_open'>>

export async function insertHeld(db: Db, { conversations, sales, events }: Held): Promise<void> {
  await insertAll(db, 'conversation', conversations)
  await insertAll(db, 'conversation_sale', sales)
  await insertAll(db, 'event', events)
}
