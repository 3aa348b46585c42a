import { londonDay, showTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listPortalMessages, markPortalMessagesSeen } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../lib/api/call-api.ts'
import { useCall } from '../lib/api/use-call.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../ui/feedback/loading.tsx'
import { Icon } from '../ui/icon.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Tag } from '../ui/tag.tsx'
import { isNewSince, shortDay } from './format.ts'

type Message = Wire<typeof listPortalMessages, 'response'>['data'][number]

const atATime = 20

/** One page of messages with the unread count. */
export const useMessages = (page = 0) =>
  useCall(listPortalMessages, { query: { itemsPerPage: String(atATime), currentPage: String(page) } }, { keep: true })

/** "19 September, 14:05" */
const formatTime = (at: string): string => `${shortDay(londonDay(at))}, ${showTime(at)}`

/** One line per sentence. */
export const MessageLines = ({ message: { lines } }: { message: Message }) =>
  lines.map((line) => (
    <span key={line} className="news-line">
      {line}
    </span>
  ))

/** Badge of an unread message. */
export const NewMark = ({ isNew }: { isNew: boolean }) => isNew && <Tag tone="accent">New</Tag>

const unseenLabel = (unseen: number): string => (unseen === 0 ? 'Messages' : `Messages, ${unseen} new`)

/** Bell with the number of unread messages; opens the list. */
export function MessagesBell({ onProperty }: { onProperty: (propertyId: string) => void }) {
  const { data } = useMessages()
  const [open, setOpen] = useState(false)
  const unseen = data?.unseen ?? 0
  return (
    <>
      <button type="button" className="bell" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={IconBell} size={20} />
        {unseen > 0 && (
          <b className="tnum" aria-hidden="true">
            {unseen > 99 ? '99+' : unseen}
          </b>
        )}
        <span className="vh">{unseenLabel(unseen)}</span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Messages">
        <AllMessages
          onProperty={(id) => {
            setOpen(false)
            onProperty(id)
          }}
        />
      </Dialog>
    </>
  )
}

/** `seenUntil` when the list was opened: messages unread then stay marked while the list is open. */
function useSeenBefore(first: Wire<typeof listPortalMessages, 'response'> | undefined): string | null {
  const queries = useQueryClient()
  const [before, setBefore] = useState<{ seenUntil: string | null }>()
  if (first && !before) setBefore({ seenUntil: first.seenUntil })
  const until = first && first.unseen > 0 ? first.data[0]?.at : undefined
  useEffect(() => {
    if (until === undefined) return
    callApi(markPortalMessagesSeen, { body: { until } }).then(
      () => queries.invalidateQueries({ queryKey: [listPortalMessages.path] }),
      // On failure they stay unread.
      () => undefined,
    )
  }, [until, queries])
  return before?.seenUntil ?? null
}

function AllMessages({ onProperty }: { onProperty: (propertyId: string) => void }) {
  const [page, setPage] = useState(0)
  const { data: first } = useMessages()
  const { data, error, refetch } = useMessages(page)
  const seenBefore = useSeenBefore(first)
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={6} />
  if (data.data.length === 0)
    return <EmptyState title="No messages yet">When a step of your sale is saved, it is told here.</EmptyState>
  return (
    <>
      <ol className="messages">
        {data.data.map((message) => (
          <li key={message._id}>
            <p>
              <Button variant="quiet" size="s" onClick={() => onProperty(message.property._id)}>
                {message.property.line1}
              </Button>
              <NewMark isNew={isNewSince(message.at, seenBefore)} />
              <span className="spacer" />
              <time dateTime={message.at}>{formatTime(message.at)}</time>
            </p>
            <MessageLines message={message} />
          </li>
        ))}
      </ol>
      <p className="turn">
        {data.paging.prevPage !== null && (
          <Button className="p44" onClick={() => setPage(page - 1)}>
            Newer
          </Button>
        )}
        {data.paging.nextPage !== null && (
          <Button className="p44" onClick={() => setPage(page + 1)}>
            Older
          </Button>
        )}
      </p>
    </>
  )
}
