import { showCount } from '@gya/domain/common/show-count.ts'
import './record.css'
import { type DateOnly, londonDay, showDate, showDateTime, showTime, weekdayName } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import { readPropertyRecord } from '@gya/domain/features/record/property-record.contract.ts'
import {
  IconArrowNarrowRight,
  IconClockPause,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconMail,
  IconMailOpened,
  IconPaperclip,
  IconTrash,
} from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { EventFilterFields } from '../common/event-filter-fields.tsx'
import { type EventFilters, noEventFilters, queryOfEventFilters } from '../common/event-filters.ts'
import { MakeRecordFile } from './make-record-file.tsx'
import { RecordFiles } from './record-files.tsx'
import { SentEmailDialog } from './sent-email-dialog.tsx'
import { VerdictPanel, WhatItShows } from './verdict-panel.tsx'

type PropertyRecord = Wire<typeof readPropertyRecord, 'response'>
type Entry = PropertyRecord['data'][number]
type Gap = PropertyRecord['gaps'][number]

const pageSize = 50

const queryOf = (filters: EventFilters, page: number) => ({
  itemsPerPage: String(pageSize),
  currentPage: String(page),
  ...(filters.group ? { groups: filters.group } : {}),
  ...queryOfEventFilters(filters),
})

type Props = {
  params: PropertyParams
  /** The days shown at first. */
  days: EventFilters['days']
  /** An entry that a link points to. */
  entryId: string | undefined
}

/** The record of a property, newest first, and its last verdict. */
export function PropertyRecordLedger({ params, days, entryId }: Props) {
  const [filters, setFilters] = useState<EventFilters>({ ...noEventFilters, days })
  const [page, setPage] = useState(0)
  const mayMakeFiles = useMay('record.file')
  const { data, error, refetch, isPlaceholderData } = useCall(
    readPropertyRecord,
    { params, query: queryOf(filters, page) },
    { keep: true },
  )
  const change = (changed: Partial<EventFilters>) => {
    setFilters((before) => ({ ...before, ...changed }))
    setPage(0)
  }
  if (!data && error)
    return (
      <ErrorState title="The record could not be read." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  return (
    <div className="property-record">
      <div className="ledger">
        <div className="ledger-filters">
          <EventFilterFields filters={filters} people={data?.people} onChange={change} />
          <span className="spacer" />
          {data && data.gaps.length > 0 && (
            <span className="gap-count">
              <Icon of={IconClockPause} size={14} />
              {data.gaps.length === 1 ? '1 gap' : `${data.gaps.length} gaps`} of 14 days or more
            </span>
          )}
        </div>
        {data ? (
          <section className={classNames('frame', isPlaceholderData && 'dim')} aria-label="Record" aria-busy={isPlaceholderData}>
            {data.data.length > 0 ? (
              <Ledger
                params={params}
                record={data}
                entryId={entryId}
                isFiltered={JSON.stringify(filters) !== JSON.stringify(noEventFilters)}
              />
            ) : (
              <EmptyState
                title="Nothing was found."
                actions={<Button onClick={() => change(noEventFilters)}>Clear filters</Button>}
              >
                No entry of this property matches these filters.
              </EmptyState>
            )}
            {data.paging.totalPages > 1 && (
              <Pager currentPage={data.paging.currentPage} totalPages={data.paging.totalPages} onPage={setPage} />
            )}
          </section>
        ) : (
          <LedgerSkeleton />
        )}
      </div>
      <aside aria-label="Record file">
        {data && <Wholeness record={data} />}
        {data && mayMakeFiles && <MakeRecordFile params={params} counts={data.counts} filters={filters} />}
        {mayMakeFiles && <RecordFiles params={params} />}
      </aside>
    </div>
  )
}

/** Returns the gap that ends with this day, if no filter is set. */
const gapAfter = (gaps: readonly Gap[], day: DateOnly): Gap | undefined => gaps.find(({ from }) => from === day)

type LedgerProps = { params: PropertyParams; record: PropertyRecord; entryId: string | undefined; isFiltered: boolean }

const scrollTo = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

function Ledger({ params, record, entryId, isFiltered }: LedgerProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const days = [...Map.groupBy(record.data, ({ at }) => londonDay(at))]
  return (
    <>
      {opened !== null && <SentEmailDialog params={params} mailId={opened} onClose={() => setOpened(null)} />}
      <table className="led">
        <thead>
          <tr>
            <th scope="col" className="num pos">
              No.
            </th>
            <th scope="col" className="tm">
              Time
            </th>
            <th scope="col" className="byw">
              Who, and from where
            </th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {days.map(([day, entries]) => {
            const gap = isFiltered ? undefined : gapAfter(record.gaps, day)
            return (
              <Fragment key={day}>
                {gap && <GapLine gap={gap} />}
                <tr className="day">
                  <th colSpan={4} scope="rowgroup">
                    <b>
                      {weekdayName(day)} {showDate(day)}
                    </b>
                    <span>{showCount(entries.length, 'entry', 'entries')}</span>
                  </th>
                </tr>
                {entries.map((entry) => (
                  <EntryRow key={entry._id} entry={entry} isLinked={entry._id === entryId} onOpen={setOpened} />
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

const GapLine = ({ gap: { from, until, days } }: { gap: Gap }) => (
  <tr className="gap">
    <td colSpan={4}>
      <span>
        <Icon of={IconClockPause} size={14} />
        <b>No entry for {days} days</b> between {showDate(from)} and {showDate(until)}, while the sale was open
      </span>
    </td>
  </tr>
)

type EntryRowProps = { entry: Entry; isLinked: boolean; onOpen: (mailId: string) => void }

const EntryRow = ({ entry, isLinked, onOpen }: EntryRowProps) => (
  <tr
    ref={isLinked ? scrollTo : undefined}
    className={classNames(entry.isDeletion && 'del', entry.replacedBy !== null && 'era')}
    aria-current={isLinked || undefined}
  >
    <td className="num pos">
      {entry.position?.toLocaleString('en-GB') ?? (entry.kind === 'email' ? '' : <span title="Being sealed">…</span>)}
    </td>
    <td className="tm">{showTime(entry.at)}</td>
    <td className="byw">
      <span className="p">
        {entry.author && <Avatar name={entry.author.name} size={20} />}
        <b>{entry.author?.name ?? 'By rule'}</b>
      </span>
      {entry.author && (
        <span className="via">
          <Icon of={/iPhone|iPad|Android/.test(entry.via) ? IconDeviceMobile : IconDeviceDesktop} size={12} />
          {[entry.author.role, entry.via].filter(Boolean).join(' · ')}
        </span>
      )}
    </td>
    <td className="wh">
      <p className="h">
        {entry.isDeletion && <Icon of={IconTrash} size={14} />}
        {entry.words}
      </p>
      {entry.facts.length > 0 && (
        <ul className="facts2">
          {entry.facts.map(({ what, from, to }) => (
            <li key={`${what}|${from}|${to}`}>
              <i>{what}</i>
              {from !== undefined && <s>{from}</s>}
              {from !== undefined && to !== undefined && (
                <>
                  <Icon of={IconArrowNarrowRight} size={12} />
                  <span className="vh">became</span>
                </>
              )}
              {to !== undefined && (entry.isDeletion ? <s>{to}</s> : <b>{to}</b>)}
            </li>
          ))}
        </ul>
      )}
      {entry.remarks.map((remark) => (
        <p key={remark} className="sub">
          {remark}
        </p>
      ))}
      {entry.emails.map((email) => (
        <EmailLine key={email._id} email={email} onOpen={onOpen} />
      ))}
      {entry.replacedBy !== null && (
        <p className="sub">The content was replaced by an erasure, entry {entry.replacedBy.toLocaleString('en-GB')}.</p>
      )}
    </td>
  </tr>
)

/** An e-mail of an entry: recipients, delivery state, and a button that shows it as sent. */
const EmailLine = ({ email, onOpen }: { email: Entry['emails'][number]; onOpen: (mailId: string) => void }) => (
  <div className="entry-email">
    <p>
      <Icon of={IconMail} size={12} /> <b>{email.subject}</b> <i>to</i> {email.to.join(', ')}
    </p>
    <p className="sub">{[email.delivery, email.withoutText].filter(Boolean).join('. ')}</p>
    <p className="chips">
      {email.withoutText === null && (
        <Button size="s" icon={IconMailOpened} aria-label={`As sent: ${email.subject}`} onClick={() => onOpen(email._id)}>
          As sent
        </Button>
      )}
      {email.attachments.map(({ _id, fileName, bytes }) => (
        <span key={_id} className="chip">
          <Icon of={IconPaperclip} size={12} />
          {fileName} <span className="mut tnum">{showDocumentSize(bytes)}</span>
        </span>
      ))}
    </p>
  </div>
)

/** The last verdict on the company's record. */
function Wholeness({ record: { verdict, verifiedOn, checkpoint } }: { record: PropertyRecord }) {
  const signed = checkpoint && (
    <p className="hint">
      Signed up to {checkpoint.position.toLocaleString('en-GB')}, {showDateTime(checkpoint.at)}.
    </p>
  )
  if (verdict)
    return (
      <VerdictPanel
        verdict={verdict}
        foot={
          <>
            {verifiedOn && <p className="hint">Verified {showDateTime(verifiedOn)}.</p>}
            {signed}
          </>
        }
      />
    )
  return (
    <section className="panel" aria-labelledby="not-verified">
      <header>
        <h2 id="not-verified">Not verified yet</h2>
      </header>
      <div className="form">
        <p>A company administrator verifies the record on the company’s page Record.</p>
        {signed}
        <WhatItShows />
      </div>
    </section>
  )
}

const LedgerSkeleton = () => (
  <div role="status" aria-label="Loading, please wait.">
    {[72, 88, 64, 80, 70].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={44} />
    ))}
  </div>
)
