import type { UserType } from '@gya/domain/access/permissions.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { losesKeysAndWebhooks } from '@gya/domain/features/members/members.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { MemberSales, type Sales } from './hand-over-dialog.tsx'

type Props = {
  companyId: string
  userId: string
  /** Only what is left in this branch; undefined: all, because the person leaves the company. */
  branchId?: string | undefined
  onHandOver: () => void
  keepsConnections: boolean
  onKeepConnections: (keeps: boolean) => void
}

type Made = Pick<Sales, 'keys' | 'webhooks' | 'feeds'>

/** Names the keys and webhooks that end with the account or role of their maker, and counts the calendar feeds. */
function EndingConnections({ made: { keys, webhooks, feeds }, unless = '' }: { made: Made; unless?: string }) {
  const named = [...keys.map(({ name, prefix }) => `key ${name} (${prefix}…)`), ...webhooks.map(({ url }) => `webhook ${url}`)]
  if (named.length + feeds.length === 0) return null
  return (
    <Notice tone="warn">
      {named.length > 0 && `They made: ${named.join(', ')}. What uses them stops working${unless}. `}
      {feeds.length > 0 && `${showCount(feeds.length, 'calendar feed')} of theirs ${feeds.length === 1 ? 'ends' : 'end'}.`}
    </Notice>
  )
}

/** What ends with a role that may not manage keys and webhooks. Calendar feeds stay: they show what their maker may still see. */
export const LeftByRole = ({ companyId, userId, type, before }: Pick<Props, 'companyId' | 'userId'> & Roles) =>
  losesKeysAndWebhooks(type, before) ? (
    <MemberSales companyId={companyId} userId={userId}>
      {({ keys, webhooks }) => <EndingConnections made={{ keys, webhooks, feeds: [] }} unless=" when you save this role" />}
    </MemberSales>
  ) : null

type Roles = { type: UserType; before: UserType }

/** What somebody who is removed, deactivated or deleted leaves behind: sales, tasks, keys, webhooks and calendar feeds. */
export const LeftBehind = ({ companyId, userId, branchId, onHandOver, keepsConnections, onKeepConnections }: Props) => (
  <MemberSales companyId={companyId} userId={userId} branchId={branchId}>
    {({ count, tasks, keys, webhooks, feeds }) => {
      const hasTasks = tasks > 0 && branchId === undefined
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
          {branchId === undefined && <EndingConnections made={{ keys, webhooks, feeds }} unless=", unless you take them over" />}
          {branchId === undefined && keys.length + webhooks.length > 0 && (
            <CheckField label="Take their keys and webhooks over" checked={keepsConnections} onChange={onKeepConnections} />
          )}
        </>
      )
    }}
  </MemberSales>
)
