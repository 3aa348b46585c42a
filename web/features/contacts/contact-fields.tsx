import { contactTypeLabels, contactTypes } from '@gya/domain/features/contacts/contact-types.ts'
import { AddressFields } from '../../platform/address-fields.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/form-panel.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addressKnownLabel } from './contacts.messages.ts'

type FieldOf = (path: string, options?: { type: 'checkbox' }) => object

export const typeOptions = contactTypes.map((value) => ({ value, label: contactTypeLabels[value] }))

/** The form path of every field and its words on screen: the labels, and what a Save bar names. */
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

/** The fields of a contact, the same on create and edit. `loses`: the saved address goes when the tick is taken away. */
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

/** The fields of a point of contact, the same on create and edit. */
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
