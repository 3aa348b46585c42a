import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AdditionalContacts } from './additional-contacts.tsx'
import { AgentPicker } from './agent-picker.tsx'
import {
  type ContactsValues,
  type PropertyParams,
  pathOf,
  type Side,
  type WireAdditional,
  type WireParty,
  type WireProperty,
} from './contacts-values.ts'
import type { ContactMessages } from './create-dialogs.tsx'
import { CollapsibleSection } from './fold.tsx'
import { PartyPicker } from './party-picker.tsx'
import { PersonCard } from './person-card.tsx'
import { buyerSections, vendorSections } from './property-contacts.messages.ts'

type ContactsFormState = UseFormReturnType<ContactsValues>
export type SideProps = {
  form: ContactsFormState
  property: WireProperty
  params: PropertyParams
  contactMessages: ContactMessages
}

const notChosen = 'Not chosen yet'
const partyText = (party: WireParty): string =>
  party ? [party.contact.name, party.poc?.name].filter(Boolean).join(', ') : notChosen
const peopleCount = (people: readonly WireAdditional[]): string => (people.length === 0 ? 'None' : String(people.length))

/** The sections that both sides have, between those of their own. */
function SharedSections({ side, form, params, contactMessages, between }: SideProps & { side: Side; between?: ReactNode }) {
  const sections = side === 'vendor' ? vendorSections : buyerSections
  const values = side === 'vendor' ? form.values : form.values.buyerDetails
  const party = (part: 'solicitor' | 'mBroker') => (
    <CollapsibleSection id={`${side}-${part}`} title={sections[part]} brief={partyText(values[part])}>
      <PartyPicker
        what={sections[part]}
        actingAs={part === 'solicitor' ? 'solicitor' : 'broker'}
        whose={`the ${side}`}
        value={values[part]}
        onChange={(chosen) => form.setFieldValue(pathOf(side, part), chosen)}
        companyId={params.companyId}
        messages={contactMessages}
      />
    </CollapsibleSection>
  )
  return (
    <>
      <CollapsibleSection title={sections.additionalContacts} brief={peopleCount(values.additionalContacts)}>
        <AdditionalContacts
          people={values.additionalContacts}
          onChange={(people) => form.setFieldValue(pathOf(side, 'additionalContacts'), people)}
        />
      </CollapsibleSection>
      {party('solicitor')}
      {party('mBroker')}
      {between}
      <CollapsibleSection title={sections.other}>
        <TextAreaField
          {...form.getInputProps(pathOf(side, 'other'))}
          label={`Notes on the ${side}’s contacts`}
          rows={4}
          limit={5000}
          optional
        />
      </CollapsibleSection>
    </>
  )
}

/** "Vendor, Additional contacts, Solicitor, Mortgage broker, Agent Contact, Notes." Property document, section 2. */
export function VendorSide(props: SideProps) {
  const { form, property, params } = props
  const { fullName, email, tel } = property.owner
  const to = useScopedPath()
  return (
    <>
      <CollapsibleSection title={vendorSections.person} brief={fullName}>
        <PersonCard person={{ name: fullName, email, tel }}>
          <LinkButton size="s" to={to('/property/edit')}>
            Edit vendor
          </LinkButton>
        </PersonCard>
      </CollapsibleSection>
      <SharedSections
        {...props}
        side="vendor"
        between={
          <CollapsibleSection title={vendorSections.agent} brief={form.values.bStaff?.name ?? notChosen}>
            <AgentPicker
              value={form.values.bStaff}
              onChange={(agent) => form.setFieldValue('bStaff', agent)}
              branchId={params.branchId}
            />
          </CollapsibleSection>
        }
      />
    </>
  )
}

/** "Buyer's details, Additional contacts, Solicitor, Mortgage Broker, Notes." Property document, section 2. */
export function BuyerSide(props: SideProps) {
  const { form, property } = props
  const { buyer } = property.contacts.buyerDetails
  const soldForCash = property.offers.some((offer) => offer.state === 'A' && offer.cashBuy)
  const field = form.getInputProps
  return (
    <>
      <CollapsibleSection
        id="buyer-buyer"
        title={buyerSections.person}
        brief={form.values.buyerDetails.buyer.name || 'Not known yet'}
      >
        {buyer.name && <PersonCard person={buyer} />}
        <FieldGrid>
          <TextField {...field('buyerDetails.buyer.name')} label="Name" className="full" optional />
          <TextField {...field('buyerDetails.buyer.email')} label="E-mail" type="email" optional />
          <TextField {...field('buyerDetails.buyer.tel')} label="Telephone" type="tel" optional />
        </FieldGrid>
        <CheckField
          {...field('buyerDetails.buyer.cashBuyer', { type: 'checkbox' })}
          label="Cash buyer"
          hint={soldForCash ? 'The accepted offer is a cash buy.' : 'A cash buyer’s financial steps need no action.'}
        />
      </CollapsibleSection>
      <SharedSections {...props} side="buyer" />
    </>
  )
}
