import { actsForBothSides, type FirmOnBothSides } from '@gya/domain/features/property-contacts/acts-for-both-sides.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { setupWarningTexts } from '@gya/domain/features/timeline/setup-warnings.ts'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { useMay } from '../../platform/session.tsx'
import { type SaveForm, useSaveForm } from '../../platform/use-save-form.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import {
  bodyOf,
  type ContactsValues,
  type PropertyParams,
  partLabels,
  type Side,
  sideOfPath,
  type WireProperty,
} from './contacts-values.ts'
import type { ContactMessages } from './create-dialogs.tsx'
import './property-contacts.css'
import { buyerContacts, contactsSaved, vendorContacts } from './property-contacts.messages.ts'
import { BuyerSide, VendorSide } from './sides.tsx'

const tabs: readonly { side: Side; label: string }[] = [
  { side: 'vendor', label: vendorContacts },
  { side: 'buyer', label: buyerContacts },
]

/** The two side tabs; arrows move between them. `unsaved`: the sides with something that is not saved. */
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
  /** The words of creating a contact or a point of contact, which the contacts feature keeps. */
  contactMessages: ContactMessages
}

/** The contacts of both sides in one form with one Save. Give it the property's id as key. */
export function ContactsForm({ property, params, contactMessages }: Props) {
  const mayEdit = useMay('property.edit')
  const asked = useRouterState({ select: ({ location }) => location.hash })
  const [side, setSide] = useState<Side>(asked.startsWith('buyer') ? 'buyer' : 'vendor')
  useEffect(() => {
    if (asked) document.getElementById(asked)?.querySelector<HTMLElement>('input, button, summary')?.focus()
  }, [asked])
  const saving: SaveForm<ContactsValues> = useSaveForm({
    call: saveContacts,
    name: `contacts-${property._id}`,
    initialValues: property.contacts,
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...bodyOf(values, form.getInitialValues()), version } }),
    messages: contactsSaved,
  })
  const { form } = saving
  const [asking, setAsking] = useState<readonly FirmOnBothSides[]>([])
  const save = (event: FormEvent<HTMLFormElement>) => {
    const both = actsForBothSides(form.values, form.getInitialValues())
    if (both.length === 0) return saving.props.onSubmit(event)
    event.preventDefault()
    setAsking(both)
  }
  const changed = Object.keys(partLabels).filter((path) => changedFields(form, { [path]: path }).length > 0)
  const shownSide = useRef(side)
  shownSide.current = side
  // Only a new refusal leads to its side: the reader may look at the other one meanwhile.
  useEffect(() => {
    const refused = Object.keys(form.errors).map(sideOfPath)
    if (refused[0] && !refused.includes(shownSide.current)) setSide(refused[0])
  }, [form.errors])
  const warnings = property.setupWarnings.filter((warning) => warning !== 'leaseholdPack')
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
            <Shown key={side} form={form} property={property} params={params} contactMessages={contactMessages} />
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
        open={asking.length > 0}
        title="The same firm on both sides?"
        confirmLabel="Save anyway"
        onConfirm={() => {
          setAsking([])
          saving.submit()
        }}
        onCancel={() => setAsking([])}
      >
        <p>
          {asking.map(({ name, alsoActsFor }) => `${name} also acts for the ${alsoActsFor}. `)}
          Save anyway?
        </p>
      </ConfirmDialog>
    </form>
  )
}
