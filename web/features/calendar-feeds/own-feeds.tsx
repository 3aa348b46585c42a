import { endOwnFeed, listOwnFeeds } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { maxFeeds } from '@gya/domain/features/calendar-feeds/calendar-feeds.rules.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { feedEnded } from './calendar-feeds.messages.ts'
import { FeedList } from './feed-list.tsx'
import { MakeFeedDialog } from './make-feed-dialog.tsx'

/** The user's own calendar feeds ([connect §5](docs/design/connect.md#5)). */
export function OwnFeeds() {
  const { data, error, refetch } = useCall(listOwnFeeds, {})
  const [making, setMaking] = useState(false)
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={2} />
  const feeds = data.data
  return (
    <div className="grid1">
      <p className="mut">
        Your calendar program can show viewings, surveys, completions, contract ends and notice ends. It reads them from an
        address that only you should know.
      </p>
      {feeds.length > 0 && (
        <FeedList
          feeds={feeds}
          endDialog={(feed, close) => (
            <ConfirmSaveDialog
              call={endOwnFeed}
              input={{ params: { feedId: feed._id } }}
              messages={feedEnded}
              title={`End ${feed.name}?`}
              confirmLabel="End calendar"
              danger
              notFound="This calendar has already ended."
              onClose={close}
            >
              <p>Its address opens nothing from now on. Remove it from your calendar program as well.</p>
            </ConfirmSaveDialog>
          )}
        />
      )}
      <div>
        <Button
          aria-haspopup="dialog"
          disabledReason={feeds.length >= maxFeeds ? 'You have three calendars already: end one first.' : null}
          onClick={() => setMaking(true)}
        >
          New calendar
        </Button>
      </div>
      {/* A portal, because the dialog is a form and forms cannot be nested. */}
      {making && createPortal(<MakeFeedDialog onClose={() => setMaking(false)} />, document.body)}
    </div>
  )
}
