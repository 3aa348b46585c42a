import { showCount } from '@gya/domain/common/show-count.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { MemberSales } from './hand-over-dialog.tsx'

type Props = {
  companyId: string
  userId: string
  /** Only what is left in this branch; undefined: all, because the person leaves the company. */
  branchId?: string | undefined
  onHandOver: () => void
  keepsConnections: boolean
  onKeepConnections: (keeps: boolean) => void
}

/** What somebody who is removed, deactivated or deleted leaves behind: sales, tasks, keys, webhooks and calendar feeds. */
export const LeftBehind = ({ companyId, userId, branchId, onHandOver, keepsConnections, onKeepConnections }: Props) => (
  <MemberSales companyId={companyId} userId={userId} branchId={branchId}>
    {({ count, tasks, keys, webhooks, feeds }) => {
      const hasTasks = tasks > 0 && branchId === undefined
      const made = [...keys.map(({ name, prefix }) => `key ${name} (${prefix}…)`), ...webhooks.map(({ url }) => `webhook ${url}`)]
      return (
        <>
          {(count > 0 || hasTasks) && (
            <Notice
              tone="warn"
              action={
                <Button size="s" onClick={onHandOver}>
                  Hand over first
                </Button>
              }
            >
              {count > 0 &&
                `${showCount(count, 'sale')} not completed yet ${count === 1 ? 'has' : 'have'} them as agent contact. `}
              {hasTasks && `They have ${showCount(tasks, 'open task')}.`}
              {branchId !== undefined && 'Without a hand-over nobody is the agent contact.'}
            </Notice>
          )}
          {branchId === undefined && made.length + feeds.length > 0 && (
            <Notice tone="warn">
              {made.length > 0 && `They made: ${made.join(', ')}. What uses them stops working, unless you take them over. `}
              {feeds.length > 0 &&
                `${showCount(feeds.length, 'calendar feed')} of theirs ${feeds.length === 1 ? 'ends' : 'end'}.`}
            </Notice>
          )}
          {branchId === undefined && made.length > 0 && (
            <CheckField label="Take their keys and webhooks over" checked={keepsConnections} onChange={onKeepConnections} />
          )}
        </>
      )
    }}
  </MemberSales>
)
