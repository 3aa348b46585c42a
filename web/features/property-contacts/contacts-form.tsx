import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { isPlaceholderEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import { EditableFields } from '../../lib/forms/editable-fields.tsx'
import './property-contacts.css'
import { setupWarningTexts } from '@gya/domain/features/properties/setup-warnings.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { actsForBothSides, type FirmOnBothSides } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FoldPanel } from '../../ui/layout/fold-panel.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { partiesOfSale, progressorName } from '../common/sale-parties.ts'
import { AdditionalContacts } from './additional-contacts.tsx'
import { AgentPicker, PartyPicker } from './contact-pickers.tsx'
import {
  bodyOf,
  type ContactsValues,
  newPersonId,
  partLabels,
  pathOf,
  type Side,
  sideOfPath,
  type WireAdditional,
  type WireParty,
  type WireProperty,
} from './contacts-values.ts'
import type { ContactMessages } from './create-contact-dialogs.tsx'
import { CallableContext, PersonCard } from './person-card.tsx'
import { buyerContacts, buyerSections, contactsSaved, vendorContacts, vendorSections } from './property-contacts.messages.ts'
import { SetAsideNotice, type SetAsideSide } from './set-aside-notice.tsx'

type SectionProps = { title: string; brief?: ReactNode; children: ReactNode; id?: string | undefined }

export const CollapsibleSection = ({ title, brief, children, id }: SectionProps) => (
  <FoldPanel id={id} title={title} brief={brief} open>
    <div className="form">{children}</div>
  </FoldPanel>
)

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

/** "Vendor, Additional contacts, Solicitor, Mortgage broker, Agent Contact, Notes." [property §2](docs/design/property.md#2). */
export function VendorSide(props: SideProps) {
  const { form, property, params } = props
  const { fullName, tel } = property.owner
  const email = isPlaceholderEmail(property.owner.email) ? '' : property.owner.email
  const to = useScopedPath()
  return (
    <>
      <CollapsibleSection id="vendor-person" title={vendorSections.person} brief={fullName}>
        <PersonCard person={{ name: fullName, email, tel }} partyRef={`vendor:${property.owner._id}`}>
          <LinkButton size="s" to={to('/property/edit')}>
            Edit vendor
          </LinkButton>
        </PersonCard>
      </CollapsibleSection>
      <SharedSections
        {...props}
        side="vendor"
        between={
          <CollapsibleSection
            title={vendorSections.agent}
            brief={form.values.bStaff ? progressorName(form.values.bStaff) : notChosen}
          >
            <p className="mut">The sales progressor: who runs this sale.</p>
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

/** "Buyer's details, Additional contacts, Solicitor, Mortgage Broker, Notes." [property §2](docs/design/property.md#2). */
export function BuyerSide(props: SideProps) {
  const { form, property } = props
  const { buyer } = property.contacts.buyerDetails
  const [isOffered, setOffered] = useState(property.buyerSideSetAside !== null)
  const soldForCash = property.offers.some((offer) => offer.state === 'A' && offer.cashBuy)
  const field = form.getInputProps
  const takeOver = (side: SetAsideSide) => {
    setOffered(false)
    for (const part of ['solicitor', 'mBroker', 'other'] as const)
      if (side[part]) form.setFieldValue(pathOf('buyer', part), side[part])
    form.setFieldValue(
      pathOf('buyer', 'additionalContacts'),
      side.additionalContacts.reduce(
        (people, person) => [...people, { ...person, _id: newPersonId(people) }],
        form.values.buyerDetails.additionalContacts,
      ),
    )
  }
  return (
    <>
      {isOffered && property.buyerSideSetAside && (
        <SetAsideNotice side={property.buyerSideSetAside} buyer={buyer.name} onTakeOver={takeOver} />
      )}
      <CollapsibleSection
        id="buyer-buyer"
        title={buyerSections.person}
        brief={form.values.buyerDetails.buyer.name || 'Not known yet'}
      >
        {buyer.name && <PersonCard person={buyer} partyRef={`buyer:${property._id}`} />}
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

const tabs: readonly { side: Side; label: string }[] = [
  { side: 'vendor', label: vendorContacts },
  { side: 'buyer', label: buyerContacts },
]

/** `unsaved`: sides with unsaved changes. Arrow keys switch sides. */
function SideTabs({ side, onSide, unsaved }: { side: Side; onSide: (side: Side) => void; unsaved: ReadonlySet<Side> }) {
  const list = useRef<HTMLDivElement>(null)
  const keys = (event: KeyboardEvent) => {
    if (!['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const other = side === 'vendor' ? 'buyer' : 'vendor'
    onSide(other)
    list.current?.querySelector<HTMLElement>(`#contacts-tab-${other}`)?.focus()
  }
  return (
    <div ref={list} className="side-tabs" role="tablist" aria-label="Sides of the sale">
      {tabs.map((tab) => (
        <button
          key={tab.side}
          id={`contacts-tab-${tab.side}`}
          type="button"
          role="tab"
          aria-selected={tab.side === side}
          aria-controls="contacts-panel"
          tabIndex={tab.side === side ? 0 : -1}
          onClick={() => onSide(tab.side)}
          onKeyDown={keys}
        >
          {tab.label}
          {unsaved.has(tab.side) && <span className="mut t12">Unsaved</span>}
        </button>
      ))}
    </div>
  )
}

type Props = {
  property: WireProperty
  params: PropertyParams
  /** Messages of the contacts feature for its create calls. */
  contactMessages: ContactMessages
}

/** Both sides are one form with one Save. Use the property's id as key. */
export function ContactsForm({ property, params, contactMessages }: Props) {
  const mayEdit = useMay('property.edit')
  const targetId = useRouterState({ select: ({ location }) => location.hash })
  const [side, setSide] = useState<Side>(targetId.startsWith('buyer') ? 'buyer' : 'vendor')
  useEffect(() => {
    if (targetId) document.getElementById(targetId)?.querySelector<HTMLElement>('input, button, summary')?.focus()
  }, [targetId])
  const saving: SaveForm<ContactsValues> = useSaveForm({
    call: saveContacts,
    name: `contacts-${property._id}`,
    initialValues: property.contacts,
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...bodyOf(values, form.getInitialValues()), version } }),
    messages: contactsSaved,
  })
  const { form } = saving
  const [conflicts, setConflicts] = useState<readonly FirmOnBothSides[]>([])
  const save = (event: FormEvent<HTMLFormElement>) => {
    const both = actsForBothSides(form.values, form.getInitialValues())
    if (both.length === 0) return saving.props.onSubmit(event)
    event.preventDefault()
    setConflicts(both)
  }
  const changed = Object.keys(partLabels).filter((path) => changedFields(form, { [path]: path }).length > 0)
  const shownSide = useRef(side)
  shownSide.current = side
  // Switches sides only for new errors, so that the user can view the other side meanwhile.
  useEffect(() => {
    const errorSides = Object.keys(form.errors).map(sideOfPath)
    if (errorSides[0] && !errorSides.includes(shownSide.current)) setSide(errorSides[0])
  }, [form.errors])
  const warnings = property.setupWarnings.filter((warning) => warning !== 'leaseholdPack')
  const { companyId, branchId, propertyId } = params
  const callable = {
    companyId,
    sale: { propertyId, branchId, address: property.address.line1 },
    parties: partiesOfSale(property),
  }
  const Shown = side === 'vendor' ? VendorSide : BuyerSide
  return (
    <form {...saving.props} onSubmit={save} className="after-tabs" aria-label="Contacts">
      <div className="before-savebar">
        {saving.notices}
        <div className="sides">
          <SideTabs side={side} onSide={setSide} unsaved={new Set(changed.map(sideOfPath))} />
          <div id="contacts-panel" role="tabpanel" aria-labelledby={`contacts-tab-${side}`}>
            {side === 'vendor' && warnings.length > 0 && (
              <Notice tone="warn">{warnings.map((warning) => setupWarningTexts[warning]).join(' ')}</Notice>
            )}
            <CallableContext value={callable}>
              <EditableFields editable={mayEdit}>
                <Shown key={side} form={form} property={property} params={params} contactMessages={contactMessages} />
              </EditableFields>
            </CallableContext>
          </div>
        </div>
      </div>
      {mayEdit && (
        <SaveBar
          summary={changed.map((path) => partLabels[path]).join(', ') || undefined}
          disabledReason={saving.disabledReason}
          pending={saving.pending}
          onDiscard={saving.dirty ? form.reset : undefined}
        />
      )}
      <ConfirmDialog
        open={conflicts.length > 0}
        title="The same firm on both sides?"
        confirmLabel="Save anyway"
        onConfirm={() => {
          setConflicts([])
          saving.submit()
        }}
        onCancel={() => setConflicts([])}
      >
        <p>
          {conflicts.map(({ name, alsoActsFor }) => `${name} also acts for the ${alsoActsFor}. `)}
          Save anyway?
        </p>
      </ConfirmDialog>
    </form>
  )
}
