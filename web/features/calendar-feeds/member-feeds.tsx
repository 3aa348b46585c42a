import { endMemberFeed, listMemberFeeds } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { feedEnded } from './calendar-feeds.messages.ts'
import { FeedList } from './feed-list.tsx'

type Props = { companyId: string; userId: string; fullName: string }

/** The calendar feeds of a user of the company, for its admins. */
export function MemberFeeds({ companyId, userId, fullName }: Props) {
  const { data, error, refetch } = useCall(listMemberFeeds, { params: { companyId }, query: { userId } })
  const content = () => {
    if (!data)
      return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={2} />
    if (data.data.length === 0) return <p className="mut">{fullName} reads no calendar from GYA.</p>
    return (
      <FeedList
        feeds={data.data}
        endDialog={(feed, close) => (
          <ConfirmSaveDialog
            call={endMemberFeed}
            input={{ params: { companyId, feedId: feed._id } }}
            messages={feedEnded}
            title={`End ${feed.name} of ${fullName}?`}
            confirmLabel="End calendar"
            danger
            notFound="This calendar has already ended."
            onClose={close}
          >
            <p>Its address opens nothing from now on. They can make a new one.</p>
          </ConfirmSaveDialog>
        )}
      />
    )
  }
  return <FormPanel title="Calendars">{content()}</FormPanel>
}
