import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useRef } from 'react'
import { callApi } from '../../platform/api.ts'
import { LookupField } from '../../ui/lookup-field.tsx'
import type { Option } from '../../ui/option-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Link } from './chain-edit.ts'
import { partyName } from './link-words.ts'

type LinkPartyValue = Link['agent']

/** "Contact search uses a page of 99"; "Company search typeahead for contact pickers: minimum length 1." */
const contactPageSize = '99'
const contactSearchMinLength = 1
/** Milliseconds of quiet before the contacts are searched. */
const contactSearchDelay = 300
/** Stands for what was typed itself; no id looks like it. */
const typedOption = 'typed'

type ContactPerson = { _id: string; name: string; email: string; tel: string }
const toContactPerson = ({ _id, name, email, tel }: ContactPerson): ContactPerson => ({ _id, name, email, tel })

type LinkPartyProps = {
  label: string
  placeholder: string
  value: LinkPartyValue
  companyId: string
  /** Lists contacts of this type and unknown ones; all without. */
  actingAs?: 'solicitor' | undefined
  error?: string | undefined
  telError?: string | undefined
  onChange: (party: LinkPartyValue) => void
}

/** The agent or solicitor of a link: a contact of the company with its point of contact, found by name; or a name as it was typed. */
export function LinkParty({ label, placeholder, value, companyId, actingAs, error, telError, onChange }: LinkPartyProps) {
  const found = useRef(new Map<string, LinkPartyValue>())
  const find = async (textSearch: string, signal: AbortSignal): Promise<readonly Option<string>[]> => {
    const query = { textSearch, itemsPerPage: contactPageSize, currentPage: '0', ...(actingAs ? { actingAs } : {}) }
    // "Contact search failure: ignored; only the 'new' options remain." Property document, section 8.
    const contacts = await callApi(listContacts, { params: { companyId }, query, signal }).then(
      ({ data }) => data,
      () => [],
    )
    const options = contacts.flatMap((contact) => [
      {
        value: contact._id,
        label: contact.name,
        note: contact.email,
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
  const reach = value?.poc ?? value?.contact
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
      {reach && (reach.email || reach.tel) && (
        <p className="hint">
          {reach.email && (
            <a className="link" href={`mailto:${reach.email}`}>
              {reach.email}
            </a>
          )}
          {reach.tel && (
            <a className="link" href={`tel:${reach.tel.replaceAll(/[^+\d]/g, '')}`}>
              {reach.tel}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
