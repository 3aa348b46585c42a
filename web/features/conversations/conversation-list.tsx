import { londonDay, showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { channelLabels, outcomeLabels } from '@gya/domain/features/conversations/conversations.model.ts'
import { describeRecordedLater } from '@gya/domain/features/conversations/conversations.rules.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import { dayMonth, promiseText } from '../common/short-conversations.tsx'

type Conversation = Wire<typeof listConversations, 'response'>['data'][number]
type Sale = Conversation['sales'][number]

const SaleOfConversation = ({ sale }: { sale: Sale }) => {
  const to = useScopedPath()
  const promise = promiseText(sale)
  return (
    <li>
      <Link className="link" to={to('/property/timeline', { branch: sale.branchId, property: sale.propertyId })}>
        {sale.address.line1}
      </Link>
      <span>
        <b>{outcomeLabels[sale.outcome]}</b>
        {sale.about.length > 0 && `${promise ? '' : ' about'} ${sale.about.join(', ')}`}
        {promise && ` ${promise}`}
        {sale.nextAt !== null && !promise && (
          <span className="mut">{`, ${sale.callBackOpen ? 'call back' : 'again'} on ${dayMonth(londonDay(sale.nextAt))}`}</span>
        )}
        {sale.note !== '' && <p>{sale.note}</p>}
        {sale.vendorText !== null && (
          <p>
            <Tag tone="accent">Shown to the vendor</Tag> {sale.vendorText}
          </p>
        )}
      </span>
    </li>
  )
}

const Entry = ({ conversation }: { conversation: Conversation }) => {
  const { at, recordedOn, author, channel, inbound, party, note, sales, undoneOn } = conversation
  return (
    <li className="conversation">
      <header>
        <time dateTime={at}>{showDateTime(at)}</time>
        <span className="mut">
          {[
            author?.name ?? 'Erased user',
            channelLabels[channel],
            inbound ? 'they contacted us' : '',
            party.name,
            describeRecordedLater(at, recordedOn),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
        {undoneOn !== null && <Tag>Taken back</Tag>}
      </header>
      {note !== '' && <p>{note}</p>}
      <ul>
        {sales.map((sale) => (
          <SaleOfConversation key={sale.propertyId} sale={sale} />
        ))}
      </ul>
    </li>
  )
}

const pageSize = 25

type Props = { companyId: string; of: { partyRef: string } | { propertyId: string } }

/** The conversations with a party or about a sale, newest first. */
export function ConversationList({ companyId, of }: Props) {
  const [page, setPage] = useState(0)
  const query = { ...of, itemsPerPage: String(pageSize), currentPage: String(page) }
  const { data, error, refetch, isPlaceholderData } = useCall(listConversations, { params: { companyId }, query }, { keep: true })
  if (!data)
    return error ? (
      <ErrorState title="The conversations could not be read." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    ) : (
      <SkeletonLines lines={6} />
    )
  if (data.paging.count === 0)
    return <EmptyState title="No conversations yet.">Each call that is logged is listed here, with what was promised.</EmptyState>
  return (
    <div className={isPlaceholderData ? 'dim' : undefined} aria-busy={isPlaceholderData}>
      <ol className="conversations panel">
        {data.data.map((conversation) => (
          <Entry key={conversation._id} conversation={conversation} />
        ))}
      </ol>
      {data.paging.totalPages > 1 && <Pager currentPage={page} totalPages={data.paging.totalPages} onPage={setPage} />}
    </div>
  )
}
