import { type Instant, londonDay, showDateTime } from '@gya/domain/common/dates.ts'
import {
  decideSupportAccess,
  endSupportAccess,
  listSupportAccesses,
  type SupportAccessRow,
  saveSupportApproval,
} from '@gya/domain/features/support-access/support-access.contract.ts'
import { maxSupportHours, type SupportAccessState } from '@gya/domain/features/support-access/support-access.rules.ts'
import { IconDoorEnter } from '@tabler/icons-react'
import { useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { accessApproved, accessEnded, accessRefused, approvalSaved } from './support-access.messages.ts'

const stateTags = {
  waiting: { tone: 'amber', label: 'Needs your approval' },
  open: { tone: 'good', label: 'Inside now' },
  past: { tone: 'grey', label: 'Past' },
  refused: { tone: 'grey', label: 'Refused' },
  lapsed: { tone: 'grey', label: 'Not opened' },
} as const satisfies Record<SupportAccessState, { tone: TagTone; label: string }>

const StateTag = ({ state }: Pick<SupportAccessRow, 'state'>) => <Tag tone={stateTags[state].tone}>{stateTags[state].label}</Tag>

const hoursWords = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/** "10/03/2026 09:30am to 11:30am". */
const whenWords = ({ state, askedOn, openedOn, endsOn, endedOn, hours }: SupportAccessRow): string =>
  openedOn && endsOn
    ? `${showDateTime(openedOn)} to ${withoutDayOf(openedOn, endedOn ?? endsOn)}`
    : `Asked ${showDateTime(askedOn)}${state === 'waiting' ? `, for ${hoursWords(hours)}` : ''}`

function withoutDayOf(start: Instant, end: Instant): string {
  const words = showDateTime(end)
  return londonDay(start) === londonDay(end) ? words.slice(words.indexOf(' ') + 1) : words
}

/** The accesses of platform admins to a company, and the approval setting. */
export function CompanyAccesses({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(0)
  const query = { itemsPerPage: '10', currentPage: String(page) }
  const list = useCall(listSupportAccesses, { params: { companyId }, query }, { keep: true })
  const mayDecide = useMay('support-access.decide')
  const approving = useSave(decideSupportAccess, accessApproved)
  const refusing = useSave(decideSupportAccess, accessRefused)
  const ending = useSave(endSupportAccess, accessEnded)
  const busy = approving.pending || refusing.pending || ending.pending
  const failed = approving.error ?? refusing.error ?? ending.error
  const wait = busy ? 'Please wait...' : null

  const actions = (row: SupportAccessRow) => {
    const params = { companyId, accessId: row._id }
    if (row.state === 'waiting' && mayDecide)
      return (
        <>
          <Button size="s" disabledReason={wait} onClick={() => void refusing.save({ params, body: { decision: 'refuse' } })}>
            Refuse
          </Button>
          <Button
            size="s"
            variant="primary"
            disabledReason={wait}
            onClick={() => void approving.save({ params, body: { decision: 'approve' } })}
          >
            Approve
          </Button>
        </>
      )
    if ((row.state === 'open' && (mayDecide || row.own)) || (row.state === 'waiting' && row.own))
      return (
        <Button size="s" disabledReason={wait} onClick={() => void ending.save({ params })}>
          {row.state === 'waiting' ? 'Take back' : 'End now'}
        </Button>
      )
    return null
  }

  const columns: readonly Column<SupportAccessRow>[] = [
    { id: 'state', head: 'State', cell: (row) => <StateTag state={row.state} /> },
    { id: 'name', head: 'Who', main: true, cell: ({ name }) => name },
    { id: 'reason', head: 'Why', cell: ({ reason }) => <span className="access-reason">{reason}</span> },
    { id: 'when', head: 'When', cell: (row) => <span className="tnum">{whenWords(row)}</span> },
    { id: 'decidedBy', head: 'Decided by', cell: ({ decidedBy }) => decidedBy ?? '' },
    { id: 'actions', head: '', headLabel: 'Actions', cell: (row) => <span className="access-actions">{actions(row)}</span> },
  ]
  return (
    <div className="access-page">
      {approving.overlay}
      {refusing.overlay}
      {ending.overlay}
      {failed && <Notice tone="bad">{refusalText(failed, accessEnded.failure)}</Notice>}
      {list.data && <Approval companyId={companyId} requiresApproval={list.data.requiresApproval} mayDecide={mayDecide} />}
      <PagedTable
        {...pagedTableProps(list)}
        label="Accesses by GYA"
        columns={columns}
        rowKey={({ _id }) => _id}
        asked={10}
        onPage={setPage}
        empty={
          <EmptyState title="GYA has not accessed your company" icon={IconDoorEnter}>
            When GYA staff access it, you get an e-mail, and the access is listed here with its reason.
          </EmptyState>
        }
        card={(row) => (
          <>
            <div className="r1">
              <b>{row.name}</b>
              <span className="spacer" />
              <StateTag state={row.state} />
            </div>
            <div className="r2">{row.reason}</div>
            <div className="r2 mut tnum">{whenWords(row)}</div>
            <div className="access-actions">{actions(row)}</div>
          </>
        )}
      />
    </div>
  )
}

/** "A company can require its approval first." */
function Approval({
  companyId,
  requiresApproval,
  mayDecide,
}: {
  companyId: string
  requiresApproval: boolean
  mayDecide: boolean
}) {
  const { save, pending, error, overlay } = useSave(saveSupportApproval, approvalSaved)
  return (
    <FormPanel title="Approval">
      {overlay}
      {error && <Notice tone="bad">{refusalText(error, approvalSaved.failure)}</Notice>}
      <p>
        GYA staff see your sales, contacts and people only during an access: with a reason, for at most {maxSupportHours} hours.
        You are told by e-mail, and what they change is in your record.
      </p>
      <SwitchField
        label="An administrator approves each access first"
        hint={requiresApproval ? 'An undecided request lapses after 3 days.' : undefined}
        checked={pending ? !requiresApproval : requiresApproval}
        onChange={(value) => void save({ params: { companyId }, body: { requiresApproval: value } })}
        disabledReason={
          mayDecide ? (pending ? 'Please wait...' : null) : 'Only the company’s own administrators can change this.'
        }
      />
    </FormPanel>
  )
}
