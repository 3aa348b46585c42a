import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { ContactType } from '@gya/domain/features/contacts/contact-types.ts'
import type { createContact, createPoc, readContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { notKnown } from './contacts.messages.ts'

export type WireContact = Wire<typeof readContact, 'response'>
export type WirePoc = WireContact['pocs'][number]

/** A contact as its form holds it. The address that is typed stays while its tick is taken away and put back. */
export type ContactValues = {
  name: string
  email: string
  tel: string
  type: ContactType
  recommended: boolean
  addressKnown: boolean
  address: Address
}

export const newContact: ContactValues = {
  name: '',
  email: '',
  tel: '',
  type: 'unknown',
  recommended: false,
  addressKnown: false,
  address: emptyAddress,
}

export const toContactValues = ({ name, email, tel, type, recommended, address }: WireContact): ContactValues => ({
  name,
  email,
  tel,
  type,
  recommended,
  addressKnown: address !== null,
  address: address === null ? emptyAddress : withAddressDefaults(address),
})

/** "The address is validated only when 'Address is known at this time.' is ticked": else there is none. */
export const toContactBody = ({ addressKnown, address, ...fields }: ContactValues): Wire<typeof createContact, 'body'> => ({
  ...fields,
  address: addressKnown ? address : null,
})

/** "Address (shown as line1-postcode, or 'Not known')". Administration document, section 2, screen 11. */
export const contactAddress = ({ address }: Pick<WireContact, 'address'>): string =>
  address === null ? notKnown : `${address.line1}-${address.postcode}`

export type PocValues = { name: string; email: string; tel: string; note: string }

export const newPoc: PocValues = { name: '', email: '', tel: '', note: '' }

export const toPocValues = ({ name, email, tel, note }: WirePoc): PocValues => ({ name, email, tel, note })

/** A point of contact as the calls take it. */
export const toPocBody = (values: PocValues): Wire<typeof createPoc, 'body'> => values
