import './calendar-feeds.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listOwnFeeds } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { feedKindLabels, feedKinds } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'

export type Feed = Wire<typeof listOwnFeeds, 'response'>['data'][number]

const kindsOf = ({ kinds }: Feed): string =>
  kinds.length === feedKinds.length
    ? 'All dates'
    : feedKinds.flatMap((kind) => (kinds.includes(kind) ? feedKindLabels[kind] : [])).join(', ')

const salesOf = ({ mine, branchIds }: Feed): string => {
  const branches = branchIds === null ? '' : branchIds.length === 1 ? ' of one branch' : ` of ${branchIds.length} branches`
  return mine ? `own sales${branches}` : branches === '' ? 'all branches you can access' : branches.trim()
}

type Props = {
  feeds: readonly Feed[]
  /** The confirmation dialog. Rendered outside the form of the page, because forms cannot be nested. */
  endDialog: (feed: Feed, close: () => void) => ReactNode
}

/** A list of calendar feeds with their content and last read. */
export function FeedList({ feeds, endDialog }: Props) {
  const [ending, setEnding] = useState<Feed | null>(null)
  return (
    <>
      <ul className="feeds">
        {feeds.map((feed) => (
          <li key={feed._id}>
            <div>
              <p className="feeds-name">{feed.name}</p>
              <p className="mut t12">
                {kindsOf(feed)} · {salesOf(feed)}
              </p>
              <p className="mut t12">
                Made {showDateTime(feed.createdOn)} ·{' '}
                {feed.lastReadOn ? `Last read ${showDateTime(feed.lastReadOn)}` : 'Not read yet'}
              </p>
            </div>
            <Button size="s" aria-haspopup="dialog" aria-label={`End ${feed.name}`} onClick={() => setEnding(feed)}>
              End
            </Button>
          </li>
        ))}
      </ul>
      {ending &&
        createPortal(
          endDialog(ending, () => setEnding(null)),
          document.body,
        )}
    </>
  )
}
