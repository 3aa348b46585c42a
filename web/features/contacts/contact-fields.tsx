import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { createContact, createPoc, readContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { type ContactType, contactTypeLabels, contactTypes } from '@gya/domain/features/contacts/contacts.model.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { AddressFields } from '../common/address-fieldset.tsx'
import { addressKnownLabel, notKnown } from './contacts.messages.ts'

type FieldOf = (path: string, options?: { type: 'checkbox' }) => object

export const typeOptions = contactTypes.map((value) => ({ value, label: contactTypeLabels[value] }))

/** Form path → label. The Save bar lists changed fields by these labels. */
export const contactLabels = {
  name: 'Name',
  email: 'E-mail',
  tel: 'Telephone',
  type: 'Type',
  recommended: 'Recommended',
  addressKnown: 'Address known',
  address: 'Address',
} satisfies Record<string, string>

export const pocLabels = { name: 'Name', email: 'E-mail', tel: 'Telephone', note: 'Note' } satisfies Record<string, string>

/** The contact fields, shared by create and edit. `loses`: unticking "Address known" removes a saved address. */
export const ContactFields = ({
  field,
  addressKnown,
  loses = false,
  title,
}: {
  field: FieldOf
  addressKnown: boolean
  loses?: boolean
  title: string
}) => (
  <FormPanel title={title}>
    <FieldGrid>
      <TextField {...field('name')} label={contactLabels.name} className="full" required />
      <TextField {...field('email')} label={contactLabels.email} type="email" optional />
      <TextField {...field('tel')} label={contactLabels.tel} type="tel" optional />
      <SegmentedField
        {...field('type')}
        label={contactLabels.type}
        className="full"
        hint="Solicitors and mortgage brokers are each offered where they can act; unknown ones in both places."
        options={typeOptions}
      />
      <CheckField
        {...field('recommended', { type: 'checkbox' })}
        label={contactLabels.recommended}
        className="full"
        hint="Marked in the list of contacts."
      />
      <CheckField
        {...field('addressKnown', { type: 'checkbox' })}
        label={addressKnownLabel}
        className="full"
        hint={loses && !addressKnown ? 'The address that is saved is removed with the next save.' : undefined}
      />
    </FieldGrid>
    {addressKnown && <AddressFields field={(part) => field(`address.${part}`)} />}
  </FormPanel>
)

/** The fields of a point of contact, shared by create and edit. */
export const PocFields = ({ field, title }: { field: FieldOf; title: string }) => (
  <FormPanel title={title}>
    <FieldGrid>
      <TextField {...field('name')} label={pocLabels.name} className="full" required />
      <TextField {...field('email')} label={pocLabels.email} type="email" required />
      <TextField {...field('tel')} label={pocLabels.tel} type="tel" optional />
      <TextAreaField {...field('note')} label={pocLabels.note} rows={4} limit={2000} optional className="full" />
    </FieldGrid>
  </FormPanel>
)

export type WireContact = Wire<typeof readContact, 'response'>
export type WirePoc = WireContact['pocs'][number]

/** The form values of a contact. The address survives unticking and ticking "Address known". */
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

/** "The address is validated only when 'Address is known at this time.' is ticked"; null otherwise. */
export const toContactBody = ({ addressKnown, address, ...fields }: ContactValues): Wire<typeof createContact, 'body'> => ({
  ...fields,
  address: addressKnown ? address : null,
})

/** "Address (shown as line1-postcode, or 'Not known')". [administration §2](docs/design/administration.md#2), screen 11. */
export const contactAddress = ({ address }: Pick<WireContact, 'address'>): string =>
  address === null ? notKnown : `${address.line1}-${address.postcode}`

export type PocValues = { name: string; email: string; tel: string; note: string }

export const newPoc: PocValues = { name: '', email: '', tel: '', note: '' }

export const toPocValues = ({ name, email, tel, note }: WirePoc): PocValues => ({ name, email, tel, note })

export const toPocBody = (values: PocValues): Wire<typeof createPoc, 'body'> => values
