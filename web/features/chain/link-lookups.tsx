import { addressLine } from '@gya/domain/common/address-line.ts'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useRef, useState } from 'react'
import { callApi, isApiError } from '../../lib/api/call-api.ts'
import { type Found, LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TelLink } from '../../ui/navigation/contact-links.tsx'
import { ConfirmByTypingDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { foundByPerson } from '../common/found-by-person.ts'
import { clearPropertyLink, firstLineOfAddress, linkExisting } from './chain.messages.ts'
import type { Link, LinkedProperty } from './chain-edit.ts'
import { partyName } from './link-summary.ts'
import { linkedPropertyPreview } from './linked-property-preview.ts'

/** "Property search for linking: page size 15." */
const propertyPageSize = 15

type FoundProperty = { _id: string; branch: { _id: string }; address: { line1: string; postcode: string } }
type LinkPropertyProps = {
  companyId: string
  whyNotLink: (propertyId: string) => string | null
  onLink: (linked: LinkedProperty) => void
}

/** "Link an existing property": searched by address, confirmed by typing its first line. */
export function LinkProperty({ companyId, whyNotLink, onLink }: LinkPropertyProps) {
  const found = useRef<readonly FoundProperty[]>([])
  const [chosen, setChosen] = useState<FoundProperty | null>(null)
  const find = async (textSearch: string, signal: AbortSignal, page: number): Promise<Found> => {
    const query = { textSearch, itemsPerPage: String(propertyPageSize), currentPage: String(page) }
    const { data, paging } = await callApi(listCompanyProperties, { params: { companyId }, query, signal })
    found.current = data
    const options = data.map(({ _id, address, branch }) => {
      const why = whyNotLink(_id)
      return { value: _id, label: address.line1, note: why ?? `${address.postcode}, ${branch.name}`, disabled: why !== null }
    })
    return { options, paging }
  }
  return (
    <>
      <LookupField
        label={linkExisting}
        placeholder="Address or postcode"
        minimum={2}
        delay={300}
        value={null}
        find={find}
        emptyText="No properties found."
        onChange={(option) => setChosen(found.current.find(({ _id }) => _id === option?.value) ?? null)}
      />
      {chosen && (
        <ConfirmLinkDialog
          property={chosen}
          companyId={companyId}
          onClose={() => setChosen(null)}
          onLink={(linked) => {
            setChosen(null)
            onLink(linked)
          }}
        />
      )}
    </>
  )
}

type ConfirmLinkProps = {
  property: FoundProperty
  companyId: string
  onLink: (linked: LinkedProperty) => void
  onClose: () => void
}

function ConfirmLinkDialog({ property, companyId, onLink, onClose }: ConfirmLinkProps) {
  const { _id, branch, address } = property
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const confirm = async () => {
    setPending(true)
    try {
      onLink(linkedPropertyPreview(await callApi(readProperty, { params: { companyId, branchId: branch._id, propertyId: _id } })))
    } catch (refusal) {
      setPending(false)
      setError(isApiError(refusal) ? refusal.message : 'The property could not be read.')
    }
  }
  return (
    <ConfirmByTypingDialog
      open
      title={linkExisting}
      text={address.line1}
      what={firstLineOfAddress}
      confirmLabel="Link property"
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        This link will show {addressLine(address)}: its seller, agent and solicitor, and a checklist that follows its own
        timeline. What was entered by hand for them is no longer used. Nothing is saved until you save the chain.
      </p>
    </ConfirmByTypingDialog>
  )
}

/** "Clear property link (only when linked)", confirmed by typing. */
export function ClearPropertyLinkDialog({
  line1,
  onClear,
  onClose,
}: {
  line1: string
  onClear: () => void
  onClose: () => void
}) {
  return (
    <ConfirmByTypingDialog
      open
      title={clearPropertyLink}
      text={line1}
      what={firstLineOfAddress}
      confirmLabel={clearPropertyLink}
      onConfirm={onClear}
      onCancel={onClose}
    >
      <p>
        The address and the ticks stay as they are now and are kept by hand from then on. Nothing is saved until you save the
        chain.
      </p>
    </ConfirmByTypingDialog>
  )
}

type LinkPartyValue = Link['agent']

/** "Contact search uses a page of 99"; "Company search typeahead for contact pickers: minimum length 1." */
const contactPageSize = '99'
const contactSearchMinLength = 1
/** Debounce in milliseconds. */
const contactSearchDelay = 300
/** Option value for free text; never equal to an id. */
const typedOption = 'typed'

type ContactPerson = { _id: string; name: string; email: string; tel: string }
const toContactPerson = ({ _id, name, email, tel }: ContactPerson): ContactPerson => ({ _id, name, email, tel })

type LinkPartyProps = {
  label: string
  placeholder: string
  value: LinkPartyValue
  companyId: string
  /** Restricts the search to this type and unknown ones. */
  actingAs?: 'solicitor' | undefined
  error?: string | undefined
  telError?: string | undefined
  onChange: (party: LinkPartyValue) => void
}

/** The agent or solicitor of a link: a contact or point of contact of the company, or free text. */
export function LinkParty({ label, placeholder, value, companyId, actingAs, error, telError, onChange }: LinkPartyProps) {
  const found = useRef(new Map<string, LinkPartyValue>())
  const find = async (textSearch: string, signal: AbortSignal): Promise<readonly Option<string>[]> => {
    const query = { textSearch, itemsPerPage: contactPageSize, currentPage: '0', ...(actingAs ? { actingAs } : {}) }
    // "Contact search failure: ignored; only the 'new' options remain." [property §8](docs/design/property.md#8).
    const contacts = await callApi(listContacts, { params: { companyId }, query, signal }).then(
      ({ data }) => data,
      () => [],
    )
    const options = contacts.flatMap((contact) => [
      {
        value: contact._id,
        label: contact.name,
        note: foundByPerson(contact, textSearch) || contact.email,
        party: { contact: toContactPerson(contact), poc: null, name: '', tel: '' },
      },
      ...contact.pocs.map((poc) => ({
        value: `${contact._id} ${poc._id}`,
        label: poc.name,
        note: contact.name,
        party: { contact: toContactPerson(contact), poc: toContactPerson(poc), name: '', tel: '' },
      })),
    ])
    const typed = { contact: null, poc: null, name: textSearch, tel: '' }
    found.current = new Map<string, LinkPartyValue>([
      ...options.map(({ value, party }) => [value, party] as const),
      [typedOption, typed],
    ])
    return [
      ...options.map(({ value, label, note }) => ({ value, label, note })),
      { value: typedOption, label: `Enter “${textSearch}”`, note: 'not a contact' },
    ]
  }
  const person = value?.poc ?? value?.contact
  return (
    <div className="link-party">
      <LookupField
        label={label}
        placeholder={placeholder}
        minimum={contactSearchMinLength}
        delay={contactSearchDelay}
        value={value && { value: value.contact?._id ?? typedOption, label: partyName(value) ?? '' }}
        error={error}
        find={find}
        onChange={(option) => onChange(option ? (found.current.get(option.value) ?? null) : null)}
        onTyped={(name) => onChange({ contact: null, poc: null, name, tel: '' })}
      />
      {value && !value.contact && (
        <TextField
          label={`Telephone of the ${label.toLowerCase()}`}
          type="tel"
          value={value.tel}
          error={telError}
          onChange={(tel) => onChange({ ...value, tel })}
        />
      )}
      {person && (person.email || person.tel) && (
        <p className="hint">
          {person.email && (
            <a className="link" href={`mailto:${person.email}`}>
              {person.email}
            </a>
          )}
          <TelLink tel={person.tel} />
        </p>
      )}
    </div>
  )
}
