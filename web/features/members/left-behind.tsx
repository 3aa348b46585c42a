import type { UserType } from '@gya/domain/access/permissions.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { describeHeld } from '@gya/domain/features/assignment/choose-progressor.ts'
import { losesKeysAndWebhooks } from '@gya/domain/features/members/members.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { MemberSales, type Sales } from './member-sales.tsx'

type Props = {
  /** Undefined while they load. */
  sales: Sales | undefined
  name: string
  /** Only what is left in this branch; undefined: all, because the person leaves the company. */
  branchId?: string | undefined
  onShare: () => void
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
export const LeftByRole = ({ companyId, userId, type, before }: { companyId: string; userId: string } & Roles) =>
  losesKeysAndWebhooks(type, before) ? (
    <MemberSales companyId={companyId} userId={userId}>
      {({ keys, webhooks }) => <EndingConnections made={{ keys, webhooks, feeds: [] }} unless=" when you save this role" />}
    </MemberSales>
  ) : null

type Roles = { type: UserType; before: UserType }

/** "Digby Underhay runs 15 sales and 2 homes for sale of Tilehurst that are not completed and has 3 open tasks." Null: neither. */
function leftText(
  name: string,
  { count, held, tasks, branches }: Pick<Sales, 'count' | 'held' | 'tasks' | 'branches'>,
): string | null {
  const [only] = branches
  const where = branches.length === 1 && only ? ` of ${only.name}` : ''
  const parts = [
    ...(count > 0 ? [`runs ${describeHeld(held)}${where} that ${count === 1 ? 'is' : 'are'} not completed`] : []),
    ...(tasks > 0 ? [`has ${showCount(tasks, 'open task')}`] : []),
  ]
  if (parts.length === 0) return null
  const nobody =
    count === 1 ? ' Without a new progressor it stands under Nobody.' : ' Without a new progressor they stand under Nobody.'
  return `${name} ${parts.join(' and ')}.${count > 0 ? nobody : ''}`
}

/** What somebody who is removed, deactivated or deleted leaves behind: sales, tasks, keys, webhooks and calendar feeds. */
export const LeftBehind = ({ sales, name, branchId, onShare, keepsConnections, onKeepConnections }: Props) => {
  if (!sales) return null
  const { keys, webhooks, feeds } = sales
  const text = leftText(name, branchId === undefined ? sales : { ...sales, tasks: 0 })
  return (
    <>
      {text !== null && (
        <Notice
          tone="warn"
          action={
            <Button size="s" onClick={onShare}>
              Share first…
            </Button>
          }
        >
          {text}
        </Notice>
      )}
      {branchId === undefined && <EndingConnections made={{ keys, webhooks, feeds }} unless=", unless you take them over" />}
      {branchId === undefined && keys.length + webhooks.length > 0 && (
        <CheckField label="Take their keys and webhooks over" checked={keepsConnections} onChange={onKeepConnections} />
      )}
    </>
  )
}
