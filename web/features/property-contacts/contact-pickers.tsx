import { listContacts, readContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { isActiveWorker } from '@gya/domain/features/members/member-reach.ts'
import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import { foundByPerson } from '../common/found-by-person.ts'
import { progressorName } from '../common/sale-parties.ts'
import type { Person, WireParty } from './contacts-values.ts'
import {
  type ContactDraft,
  type ContactMessages,
  CreateContactDialog,
  CreatePocDialog,
  emptyContact,
  emptyPoc,
  type PocDraft,
} from './create-contact-dialogs.tsx'
import { PersonCard } from './person-card.tsx'

/** "Contact search uses a page of 99"; "Company search typeahead for contact pickers: minimum length 1." */
const contactsPageSize = '99'
const minimumSearchLength = 1
/** Debounce of the contact search, in milliseconds. */
const contactSearchDelay = 250

/** The value of the option that opens a create dialog; no id equals it. */
const newOptionValue = 'new'

type FoundContact = Person & { recommended: boolean; pocs: readonly Person[] }
const personOf = ({ _id, name, email, tel }: Person): Person => ({ _id, name, email, tel })

type PartyPickerProps = {
  /** The section title, for example "Solicitor". */
  what: string
  /** Lists contacts of this type and of unknown type. */
  actingAs: 'solicitor' | 'broker'
  /** "the vendor" or "the buyer". */
  whose: string
  value: WireParty
  onChange: (party: WireParty) => void
  companyId: string
  messages: ContactMessages
}

/**
 * "Solicitor and mortgage broker are each a company contact plus one of its points of contact; a contact or point of
 * contact can be created from a modal." [property §2](docs/design/property.md#2).
 */
export function PartyPicker(props: PartyPickerProps) {
  const { what, actingAs, whose, value, onChange, companyId, messages } = props
  const noContact = { ...emptyContact, type: actingAs }
  const [creating, setCreating] = useState<'contact' | 'poc' | null>(null)
  const [drafts, setDrafts] = useState<{ contact: ContactDraft; poc: PocDraft }>({ contact: noContact, poc: emptyPoc })
  const [failed, setFailed] = useState<string | null>(null)
  const open = (kind: 'contact' | 'poc') => {
    setFailed(null)
    setCreating(kind)
  }
  const choose = (party: WireParty) => {
    setFailed(null)
    setCreating(null)
    setDrafts({ contact: noContact, poc: emptyPoc })
    onChange(party)
  }
  const close = () => setCreating(null)
  return (
    <>
      {failed && (
        <Notice tone="bad" title={messages.failure.title}>
          {failed}
        </Notice>
      )}
      {value ? (
        <SelectedParty {...props} party={value} onChange={choose} onNewPoc={() => open('poc')} />
      ) : (
        <PartySearch
          what={what}
          actingAs={actingAs}
          companyId={companyId}
          onChoose={(contact) => choose({ contact, poc: null })}
          onNew={(name) => {
            if (name !== '') setDrafts({ ...drafts, contact: { ...drafts.contact, name } })
            open('contact')
          }}
        />
      )}
      {creating === 'contact' && (
        <CreateContactDialog
          companyId={companyId}
          title={`New ${what.toLowerCase()} for ${whose}`}
          draft={drafts.contact}
          messages={messages}
          onCreated={(contact) => choose({ contact: personOf(contact), poc: null })}
          onFailed={(why, contact) => {
            setDrafts({ ...drafts, contact })
            setFailed(why)
            close()
          }}
          onClose={close}
        />
      )}
      {creating === 'poc' && value && (
        <CreatePocDialog
          companyId={companyId}
          contact={value.contact}
          draft={drafts.poc}
          messages={messages}
          onCreated={(poc) => choose({ ...value, poc: personOf(poc) })}
          onFailed={(why, poc) => {
            setDrafts({ ...drafts, poc })
            setFailed(why)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

type PartySearchProps = Pick<PartyPickerProps, 'what' | 'actingAs' | 'companyId'> & {
  onChoose: (contact: Person) => void
  /** `name` is the search text, or empty. */
  onNew: (name: string) => void
}

/** "Contact search failure: ignored; only the 'new' options remain." [property §8](docs/design/property.md#8). */
function PartySearch({ what, actingAs, companyId, onChoose, onNew }: PartySearchProps) {
  const searched = useRef('')
  const results = useRef<readonly FoundContact[]>([])
  const find = async (textSearch: string, signal: AbortSignal): Promise<readonly Option<string>[]> => {
    searched.current = textSearch
    const query = { textSearch, actingAs, itemsPerPage: contactsPageSize, currentPage: '0' }
    results.current = await callApi(listContacts, { params: { companyId }, query, signal }).then(
      ({ data }) => data,
      () => [],
    )
    return [
      ...results.current.map((contact) => ({
        value: contact._id,
        label: contact.name,
        note: [foundByPerson(contact, textSearch), contact.recommended ? 'Recommended' : '', contact.email]
          .filter(Boolean)
          .join(', '),
      })),
      { value: newOptionValue, label: `New contact “${textSearch}”…` },
    ]
  }
  const pick = (option: Option<string> | null) => {
    if (option?.value === newOptionValue) return onNew(searched.current)
    const contact = results.current.find(({ _id }) => _id === option?.value)
    if (contact) onChoose(personOf(contact))
  }
  return (
    <div className="join end">
      <LookupField
        label={`Search for a ${what.toLowerCase()}`}
        placeholder="Name, or address line 1 + postcode"
        minimum={minimumSearchLength}
        delay={contactSearchDelay}
        find={find}
        value={null}
        onChange={pick}
      />
      <Button aria-haspopup="dialog" onClick={() => onNew('')}>
        New contact
      </Button>
    </div>
  )
}

type SelectedPartyProps = PartyPickerProps & { party: NonNullable<WireParty>; onNewPoc: () => void }

function SelectedParty({ what, whose, party, companyId, onChange, onNewPoc }: SelectedPartyProps) {
  const { data } = useCall(readContact, { params: { companyId, contactId: party.contact._id } })
  // While loading, or after an error, only the selected one and "new" are offered.
  const pocs = data?.pocs ?? (party.poc ? [party.poc] : [])
  const options: Option<string | null>[] = [
    { value: null, label: 'Nobody in particular' },
    ...pocs.map(({ _id, name, email }) => ({ value: _id, label: name, note: email })),
    { value: newOptionValue, label: 'New point of contact…' },
  ]
  const pick = (id: string | null) => {
    if (id === newOptionValue) return onNewPoc()
    const poc = pocs.find(({ _id }) => _id === id)
    onChange({ contact: party.contact, poc: poc ? personOf(poc) : null })
  }
  return (
    <div className="grid1">
      <PersonCard person={party.contact} partyRef={`firm:${party.contact._id}`}>
        <Button
          size="s"
          variant="quiet"
          aria-label={`Clear the ${what.toLowerCase()} of ${whose}`}
          onClick={() => onChange(null)}
        >
          Clear
        </Button>
      </PersonCard>
      <div className="join end">
        <SelectField label="Point of contact" value={party.poc?._id ?? null} onChange={pick} options={options} />
        <Button aria-haspopup="dialog" onClick={onNewPoc}>
          New POC
        </Button>
      </div>
      {party.poc && <PersonCard person={party.poc} partyRef={`poc:${party.poc._id}`} />}
    </div>
  )
}

const membersPageSize = 15
/** Debounce of the member search, in milliseconds. */
const memberSearchDelay = 250

function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), memberSearchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type AgentPickerProps = { value: Person | null; onChange: (agent: Person | null) => void; branchId: string }

/** "The agent contact is a branch member picked from a list; selecting the already selected agent unselects it." */
export function AgentPicker({ value, onChange, branchId }: AgentPickerProps) {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const textSearch = useDebounced(typed.trim())
  const query = { textSearch, itemsPerPage: String(membersPageSize), currentPage: String(page) }
  const { data, error, refetch } = useCall(listBranchMembers, { params: { branchId }, query }, { keep: true })
  return (
    <div className="grid1">
      {value && <PersonCard person={{ ...value, name: progressorName(value) }} />}
      <SearchField
        label="Search the branch’s members"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setPage(0)
        }}
      />
      {error && !data && (
        <ErrorState title="The members cannot be shown." onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      {!data && !error && <SkeletonLines lines={4} />}
      {data?.data.length === 0 && <p className="mut">No members found.</p>}
      <ul className="agents" aria-label="Branch members">
        {data?.data.filter(isActiveWorker).map(({ _id, fullName, email, tel }) => {
          const chosen = value?._id === _id
          return (
            <li key={_id}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onChange(chosen ? null : { _id, name: fullName, email, tel })}
              >
                <span>{fullName}</span>
                <span className="mut">{email}</span>
                <span className="spacer" />
                {chosen && <Tag tone="accent">Selected</Tag>}
              </button>
            </li>
          )
        })}
      </ul>
      {data && data.paging.totalPages > 1 && <Pager currentPage={page} totalPages={data.paging.totalPages} onPage={setPage} />}
    </div>
  )
}
