import './audit.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { downloadAudit, downloadPlatformAudit, listAudit, listPlatformAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { maxAuditListLines } from '@gya/domain/features/audit/audit.rules.ts'
import { type AuditGroup, auditFactText, auditGroups, auditKinds } from '@gya/domain/features/audit/audit-kinds.ts'
import { IconDownload, IconListSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { DaysFilter, WhoFilter } from '../common/event-filter-fields.tsx'
import { type AuditEntry, AuditEntryDialog, fromWhere } from './audit-entry-dialog.tsx'
import { type AuditFilters, useAuditFilters } from './use-audit-filters.ts'

const factsText = ({ facts }: AuditEntry): string => facts.map(auditFactText).join(' · ')

const aboutText = ({ about, place }: AuditEntry): string => [about?.name, place].filter(Boolean).join(', ')

const columns: readonly Column<AuditEntry>[] = [
  { id: 'at', head: 'Time', className: 'tnum nowrap', cell: ({ at }) => <time dateTime={at}>{showDateTime(at)}</time> },
  {
    id: 'who',
    head: 'Who',
    className: 'nowrap',
    cell: ({ user }) => (user ? <span title={user.role}>{user.name}</span> : <span className="mut">Not signed in</span>),
  },
  {
    id: 'what',
    head: 'What',
    main: true,
    className: 'audit-what',
    cell: (entry) => (
      <>
        {entry.words} <span className="mut">{factsText(entry)}</span>
      </>
    ),
  },
  {
    id: 'about',
    head: 'About',
    className: 'audit-about',
    cell: (entry) => aboutText(entry) || <span className="vh">Nobody</span>,
  },
  {
    id: 'from',
    head: 'From where',
    className: 'audit-from tnum',
    cell: ({ network, device }) => (
      <>
        {network ?? <span className="vh">Unknown</span>} <span className="mut">{device}</span>
      </>
    ),
  },
]

const groupOptions = (Object.keys(auditGroups) as AuditGroup[]).map((value) => ({ value, label: auditGroups[value] }))

type Person = { value: string; label: string }

type Props = {
  /** `null`: the platform. */
  companyId: string | null
  /** The users offered in the filter. */
  people: readonly Person[]
}

function useAuditCalls(companyId: string | null, query: object, page: object) {
  const ofCompany = useCall(
    listAudit,
    { params: { companyId: companyId ?? '' }, query: { ...query, ...page } },
    { keep: true, enabled: companyId !== null },
  )
  const ofPlatform = useCall(listPlatformAudit, { query: { ...query, ...page } }, { keep: true, enabled: companyId === null })
  return companyId === null ? ofPlatform : ofCompany
}

/** The audit log as a table with filters. A row opens its entry. */
export function AuditList({ companyId, people }: Props) {
  const { filters, list, change, clear, only, query, networkError, count } = useAuditFilters()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const { itemsPerPage, currentPage } = list.query
  const lines = useAuditCalls(companyId, query, { itemsPerPage, currentPage })
  const csv = useDownload(companyId === null ? downloadPlatformAudit : downloadAudit)
  const { data } = lines
  return (
    <>
      <FilterBar
        active={count}
        search={
          <SearchField
            label="Network"
            className="grow"
            placeholder="203.0.113.7 or 203.0.113.x"
            maxLength={45}
            value={list.typed}
            onChange={list.setTyped}
            error={networkError}
          />
        }
      >
        <DaysFilter value={filters.days} onChange={(days) => change({ days })} />
        <MultiSelectField
          label="What"
          width={190}
          options={groupOptions}
          value={filters.groups}
          onChange={(groups) => change({ groups, kind: undefined })}
          noneLabel="Everything"
          summary={(names) => (names.length === 1 ? (names[0] ?? '') : `${names.length} groups`)}
        />
        <WhoFilter
          people={withChosen(people, filters.who, data?.user?.name)}
          width={190}
          value={filters.who}
          onChange={(who) => change({ who })}
        />
      </FilterBar>
      <FilterTags filters={filters} about={data?.about?.name} onChange={change} />
      {csv.failed && <Notice tone="bad">{csv.failed}</Notice>}
      {data?.more && (
        <Notice tone="info">
          There are more than {maxAuditListLines.toLocaleString('en-GB')} lines. Narrow the days to see older ones; the CSV has
          the newest 100,000.
        </Notice>
      )}
      <PagedTable
        {...pagedTableProps(lines)}
        label="Audit"
        className="audit-table"
        columns={columns}
        rowKey={({ _id }) => _id}
        onOpen={setOpened}
        asked={Number(itemsPerPage)}
        onPage={list.setPage}
        onPageSize={list.setSize}
        footEnd={
          <Button
            size="s"
            icon={IconDownload}
            pending={csv.pending}
            onClick={() =>
              void csv.download({
                params: companyId === null ? {} : { companyId },
                query,
              })
            }
          >
            CSV
          </Button>
        }
        empty={
          <EmptyState
            title="Nothing in these days."
            icon={IconListSearch}
            actions={count > 0 && <Button onClick={clear}>Clear filters</Button>}
          >
            {count > 0 ? 'No entry matches these filters.' : 'Nothing has been recorded yet.'}
          </EmptyState>
        }
        card={(entry) => (
          <>
            <div className="r1">
              <b>{entry.words}</b>
            </div>
            <div className="r3">{factsText(entry)}</div>
            <div className="r3">
              {entry.user?.name ?? 'Not signed in'}
              {aboutText(entry) && ` about ${aboutText(entry)}`}
            </div>
            <div className="r2 mut tnum">
              {showDateTime(entry.at)} · {fromWhere(entry)}
            </div>
          </>
        )}
      />
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} onOnly={only} />}
    </>
  )
}

/** Adds the selected user if they are not in the list: deleted, or a platform admin. */
const withChosen = (people: readonly Person[], who: string | null, name: string | undefined): readonly Person[] =>
  who === null || people.some(({ value }) => value === who) ? people : [...people, { value: who, label: name ?? 'Somebody else' }]

type FilterTagsProps = { filters: AuditFilters; about: string | undefined; onChange: (changed: Partial<AuditFilters>) => void }

/** Filters set from an entry: session, account and kind. A click removes a filter. */
function FilterTags({ filters, about, onChange }: FilterTagsProps) {
  const tags = [
    ...(filters.session ? [{ words: 'One session', without: { session: undefined } }] : []),
    ...(filters.about ? [{ words: `About ${about ?? 'one account'}`, without: { about: undefined } }] : []),
    ...(filters.kind ? [{ words: auditKinds[filters.kind].label, without: { kind: undefined } }] : []),
  ]
  if (tags.length === 0) return null
  return (
    <div className="audit-tags">
      {tags.map(({ words, without }) => (
        <Button
          key={words}
          size="s"
          iconAfter={IconX}
          aria-label={`Remove the filter ${words}`}
          onClick={() => onChange(without)}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}
