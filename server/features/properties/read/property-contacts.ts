import type { Party, PropertyContacts } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import { type PartyRole, partyRoles, type Side } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'

/** The contact columns of the property query. */
export type ContactsRow = {
  b_staff: string | null
  staff_first_name: string | null
  staff_last_name: string | null
  staff_email: string | null
  staff_tel: string | null
  staff_avatar: string | null
  staff_left: boolean | null
  buyer_name: string
  buyer_email: string
  buyer_tel: string
  buyer_cash_buyer: boolean
  parties: readonly PartyRow[]
  additional_contacts: readonly AdditionalRow[]
  sides: readonly { side: string; notes: string }[]
}

type PartyRow = {
  role: string
  contact_id: string
  name: string
  email: string
  tel: string
  poc_id: string | null
  poc_name: string | null
  poc_email: string | null
  poc_tel: string | null
}

type AdditionalRow = {
  side: string
  id: string
  first_name: string
  last_name: string
  email: string
  tel: string
  memo: boolean
}

const toStaffContact = (row: ContactsRow): PropertyContacts['bStaff'] =>
  row.b_staff === null
    ? null
    : {
        _id: row.b_staff,
        name: `${row.staff_first_name} ${row.staff_last_name}`,
        email: row.staff_email ?? '',
        tel: row.staff_tel ?? '',
        avatar: row.staff_avatar,
        ...(row.staff_left ? { left: true } : {}),
      }

const toParty = (rows: readonly PartyRow[], side: Side, part: 'solicitor' | 'mBroker'): Party => {
  const row = rows.find(({ role }) => partyRoles[role as PartyRole].side === side && partyRoles[role as PartyRole].part === part)
  if (!row) return null
  const poc = row.poc_id && { _id: row.poc_id, name: row.poc_name ?? '', email: row.poc_email ?? '', tel: row.poc_tel ?? '' }
  return { contact: { _id: row.contact_id, name: row.name, email: row.email, tel: row.tel }, poc: poc || null }
}

const toSide = (row: ContactsRow, side: Side) => ({
  solicitor: toParty(row.parties, side, 'solicitor'),
  mBroker: toParty(row.parties, side, 'mBroker'),
  other: row.sides.find((one) => one.side === side)?.notes ?? '',
  additionalContacts: row.additional_contacts
    .filter((one) => one.side === side)
    .map((one) => ({
      _id: one.id,
      firstName: one.first_name,
      lastName: one.last_name,
      email: one.email,
      tel: one.tel,
      options: { memo: one.memo },
    })),
})

/** The contacts of a property ([property §3](docs/design/property.md#3)). */
export const toPropertyContacts = (row: ContactsRow): PropertyContacts => ({
  bStaff: toStaffContact(row),
  ...toSide(row, 'vendor'),
  buyerDetails: {
    ...toSide(row, 'buyer'),
    buyer: { name: row.buyer_name, email: row.buyer_email, tel: row.buyer_tel, cashBuyer: row.buyer_cash_buyer },
  },
})
