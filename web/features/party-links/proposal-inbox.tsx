import './party-links.css'
import { readProposalInbox } from '@gya/domain/features/party-links/party-links.contract.ts'
import { type KeyboardEvent, useContext, useRef, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMe } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ProposalLine } from '../common/proposal-line.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { proposalKeys } from './proposal-keys.ts'
import { type InboxRow, useDecisions } from './use-decisions.ts'

type Props = { companyId: string; branchId: string /** The proposal to select, from the URL. */; chosen?: string | undefined }

/** Open proposals of a branch, oldest first, with the keys A, D, J, K and O. */
export function ProposalInbox({ companyId, branchId, chosen }: Props) {
  const { singleKeys } = useMe()
  const to = useScopedPath()
  const { data, error, refetch } = useCall(readProposalInbox, { params: { companyId }, query: { branchIds: branchId } })
  const decisions = useDecisions(companyId)
  const [markedId, setMarkedId] = useState(chosen)
  const { newMessage } = useContext(DialogsContext)
  const [writing, setWriting] = useState<InboxRow | null>(null)
  const [declining, setDeclining] = useState<InboxRow | null>(null)
  const list = useRef<HTMLUListElement>(null)
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={8} />
  const rows = data.data.filter(({ _id }) => !decisions.hidden.has(_id))
  if (rows.length === 0)
    return (
      <EmptyState title="Nothing to decide">
        Proposals of solicitors, buyers and assistants appear here. Send a party a link on the Contacts page of a sale.
      </EmptyState>
    )
  const at = Math.max(
    0,
    rows.findIndex(({ _id }) => _id === markedId),
  )
  const focus = (row: InboxRow | undefined) => {
    if (!row) return
    setMarkedId(row._id)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${row._id}"]`)?.focus())
  }
  const accept = (row: InboxRow) => {
    if (row.what === 'email') return setWriting(row)
    void decisions.accept(row)
    focus(rows[at + 1] ?? rows[at - 1])
  }
  const onKey = (event: KeyboardEvent) => {
    const command = findKey(proposalKeys, pressedOf(event.nativeEvent), singleKeys)?.command
    const row = rows[at]
    if (!command || !row || event.defaultPrevented) return
    event.preventDefault()
    const run = {
      next: () => focus(rows[at + 1]),
      previous: () => focus(rows[at - 1]),
      first: () => focus(rows[0]),
      last: () => focus(rows.at(-1)),
      accept: () => accept(row),
      decline: () => setDeclining(row),
      open: () => decisions.openFile(row),
    }
    run[command]()
  }
  return (
    <>
      {decisions.failed && <Notice tone="bad">{decisions.failed}</Notice>}
      {data.count > data.data.length && (
        <Notice tone="info">
          The oldest {data.data.length} of {data.count}: the others follow once these are decided.
        </Notice>
      )}
      <ul className="panel proposals" ref={list} aria-label="Open proposals" onKeyDown={onKey}>
        {rows.map((row, index) => (
          <li
            key={row._id}
            data-row={row._id}
            // Roving tab stop; keys on the line decide the proposal.
            tabIndex={index === at ? 0 : -1}
            className={classNames('prop', index === at && 'marked')}
            onFocus={() => setMarkedId(row._id)}
          >
            <ProposalLine
              proposal={row}
              where={
                <Link className="link" to={to('/property/timeline', { branch: row.property.branch, property: row.property._id })}>
                  {row.property.line1}
                </Link>
              }
              onAccept={() => accept(row)}
              onDecline={() => setDeclining(row)}
              onFile={() => decisions.openFile(row)}
            />
          </li>
        ))}
      </ul>
      {writing?.partyRef &&
        newMessage({
          companyId,
          partyRef: writing.partyRef,
          sales: [{ propertyId: writing.property._id, branchId: writing.property.branch }],
          proposed: { proposalId: writing._id, subject: writing.subject, text: writing.text, caution: writing.caution },
          onSent: () => void refetch(),
          onClose: () => {
            setWriting(null)
            focus(writing)
          },
        })}
      {declining && (
        <DeclineDialog
          proposal={declining}
          onCancel={() => {
            setDeclining(null)
            focus(declining)
          }}
          onDecline={(reason) => {
            void decisions.decline(declining, reason)
            setDeclining(null)
            focus(rows[at + 1] ?? rows[at - 1])
          }}
        />
      )}
    </>
  )
}
