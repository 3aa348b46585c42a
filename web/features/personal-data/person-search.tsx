import './personal-data.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { searchPerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { entryKinds } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { type PersonQuery, parsePersonQuery, withIdentifier } from './person-query.ts'

/** Searches by name, e-mail address or telephone number. They never appear in the URL. */
export function PersonSearchForm({ pending, onSearch }: { pending: boolean; onSearch: (person: PersonQuery) => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [tel, setTel] = useState('')
  const parsed = parsePersonQuery({ name, email, tel })
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (parsed.person) onSearch(parsed.person)
  }
  return (
    <form onSubmit={search} noValidate aria-label="Find a person">
      <FormPanel title="Find a person">
        <div className="person-search">
          <TextField label="Full name" value={name} onChange={setName} maxLength={160} />
          <TextField label="E-mail" type="email" value={email} onChange={setEmail} maxLength={254} />
          <TextField label="Telephone" type="tel" value={tel} onChange={setTel} maxLength={40} />
          <Button
            type="submit"
            variant="primary"
            icon={IconSearch}
            pending={pending}
            disabledReason={parsed.person ? null : parsed.why}
          >
            Search
          </Button>
        </div>
        <p className="hint">
          Any of the three will do. Whoever has the e-mail address, or the exact name and no other address, is the person. A
          telephone number is found and removed, but does not make its owner the person: households and offices share theirs.
        </p>
      </FormPanel>
    </form>
  )
}

export type PersonSearchResult = Wire<typeof searchPerson, 'response'>
type Entry = PersonSearchResult['entries'][number]
type PropertyRef = NonNullable<Entry['place']>

const matchLabels = {
  same: null,
  namesake: 'Same name, other e-mail: stays',
  sharesTel: 'Shares the number: name stays',
} as const

/** Links to a property unless it was deleted. */
function PropertyLink({ place }: { place: PropertyRef | null }) {
  const to = useScopedPath()
  if (!place) return <span className="mut">–</span>
  if (place.deleted) return <span className="mut">{place.address} (deleted)</span>
  return (
    <Link className="link" to={to('/property/edit', { branch: place.branchId, property: place.propertyId })}>
      {place.address}
    </Link>
  )
}

const MatchTag = ({ row }: { row: Entry }) => {
  const label = matchLabels[row.likeness]
  return label ? <Tag tone="grey">{label}</Tag> : null
}
const entryLabel = ({ kind, detail }: Entry): string => [entryKinds[kind], detail].filter(Boolean).join(', ')

const columns: readonly Column<Entry>[] = [
  { id: 'kind', head: 'As', main: true, cell: entryLabel },
  { id: 'name', head: 'Name', cell: (row) => row.name },
  { id: 'email', head: 'E-mail', cell: (row) => row.email },
  { id: 'tel', head: 'Telephone', className: 'tnum', cell: (row) => row.tel },
  { id: 'place', head: 'Property', cell: (row) => <PropertyLink place={row.place} /> },
  { id: 'likeness', head: '', headLabel: 'Likeness', cell: (row) => <MatchTag row={row} /> },
]

const EntryCard = ({ row }: { row: Entry }) => (
  <>
    <div className="r1">
      <b>{row.name || row.email}</b>
      <span className="spacer" />
      <span className="mut">{entryLabel(row)}</span>
    </div>
    <div className="r3">
      {[row.email, row.tel].filter(Boolean).join(' · ')}
      <PropertyLink place={row.place} />
    </div>
    <MatchTag row={row} />
  </>
)

const countWithNoun = (count: number, one: string, more: string) => (
  <span>
    <b>{count}</b> {count === 1 ? one : more}
  </span>
)

/** Everything stored about a person, and what prevents an erasure. */
export function PersonSearchResults({
  found,
  person,
  onAlso,
}: {
  found: PersonSearchResult
  person: PersonQuery
  onAlso: (person: PersonQuery) => void
}) {
  const { entries, texts, counts, openSales, whyNotErase } = found
  const keyedTexts = useMemo(() => texts.map((text, at) => ({ ...text, key: `${text.what} ${at}` })), [texts])
  const rows = useMemo(() => entries.map((entry, at) => ({ ...entry, key: `${entry.kind} ${entry._id} ${at}` })), [entries])
  return (
    <>
      <div className="person-counts" role="status">
        {countWithNoun(entries.length, 'entry', 'entries')}
        {countWithNoun(counts.texts, 'text names them', 'texts name them')}
        {countWithNoun(counts.mails, 'e-mail', 'e-mails')}
        {countWithNoun(counts.record, 'entry of the record', 'entries of the record')}
        {countWithNoun(found.documents.length, 'file of their sales', 'files of their sales')}
      </div>
      <AlsoKnownAs found={found} person={person} onAlso={onAlso} />
      {whyNotErase && (
        <Notice tone="warn" title="Cannot be erased yet">
          {whyNotErase}{' '}
          {openSales.map((place) => (
            <span key={place.propertyId}>
              <PropertyLink place={place} />{' '}
            </span>
          ))}
        </Notice>
      )}
      <PagedTable
        label="Entries"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        card={(row) => <EntryCard row={row} />}
      />
      {texts.length > 0 && (
        <FormPanel title="Texts that name them">
          <div className="person-texts">
            {keyedTexts.map(({ key, what, excerpt, place }) => (
              <div key={key}>
                <span className="mut">
                  {what} {place && <>· </>}
                  {place && <PropertyLink place={place} />}
                </span>
                <p>{excerpt}</p>
              </div>
            ))}
          </div>
        </FormPanel>
      )}
    </>
  )
}

const identifierKinds = ['names', 'emails', 'tels'] as const

/** Further identifiers from the results. Adding one searches for it too. */
function AlsoKnownAs({ found: { alsoKnownAs }, person, onAlso }: Parameters<typeof PersonSearchResults>[0]) {
  const more = identifierKinds.flatMap((list) => alsoKnownAs[list].map((text) => ({ list, text })))
  if (more.length === 0) return null
  return (
    <Notice tone="info" title="Also known as">
      These stand in entries of theirs. Add what is theirs alone: it is then looked for too.
      <div className="person-also">
        {more.map(({ list, text }) => (
          <Button
            key={`${list} ${text}`}
            size="s"
            icon={IconPlus}
            disabledReason={person[list].length >= 5 ? 'At most 5' : null}
            onClick={() => onAlso(withIdentifier(person, list, text))}
          >
            {text}
          </Button>
        ))}
      </div>
    </Notice>
  )
}
