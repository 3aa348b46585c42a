import { showPounds } from '@gya/domain/common/money.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { telephoneLink } from '@gya/domain/common/telephone.ts'
import { describeRoles } from '@gya/domain/features/property-contacts/parties.ts'
import { IconChevronDown, IconChevronRight, IconClock, IconPhone } from '@tabler/icons-react'
import { memo } from 'react'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useHasDraft } from '../common/conversation-drafts.ts'
import type { RowActions } from './today-row.tsx'
import type { TodayGroup } from './today-rows.ts'

/** Returns name and details of a group by kind. */
export function groupWords(group: TodayGroup): { name: string; beside: string } {
  const { kind, party, actionItems } = group
  const [first] = actionItems
  if (kind === 'dueNow') return { name: 'Due now', beside: '' }
  if (kind === 'nobody') return { name: 'Nobody to contact', beside: 'Add a contact to ring them.' }
  if (kind === 'sale') return { name: first?.address?.line1 ?? 'No sale', beside: first?.address?.postcode ?? '' }
  if (kind === 'desk' || !party) {
    const tasks = actionItems.filter((item) => item.kind === 'task').length
    const news = actionItems.filter((item) => item.kind === 'news').length
    const others = group.count - tasks - news
    const parts = [
      tasks > 0 && showCount(tasks, 'task', 'tasks'),
      news > 0 && `${news} new`,
      others > 0 && showCount(others, 'step of ours', 'steps of ours'),
    ]
    return { name: 'At your desk', beside: parts.filter(Boolean).join(', ') }
  }
  return { name: party.name, beside: [party.firm, partyRoles(group)].filter(Boolean).join(' · ') }
}

/** "buyer’s solicitor of 3, vendor’s of 2"; without the number for a single sale. */
function partyRoles({ roles }: TodayGroup): string {
  const words = describeRoles(roles)
  const isOne = roles.length === 1 && roles[0]?.sales === 1
  const text = isOne ? words.replace(/ of 1$/, '') : words
  return text.charAt(0).toLowerCase() + text.slice(1)
}

type Props = {
  id: string
  group: TodayGroup
  open: boolean
  canClose: boolean
  marked: boolean
  actions: RowActions
}

/** Numbers too short to be dialled are shown as text. */
const Telephone = ({ tel, tabIndex }: { tel: string; tabIndex: number }) => {
  const href = telephoneLink(tel)
  if (tel === '') return null
  const inside = (
    <>
      <Icon of={IconPhone} size={14} />
      {tel}
    </>
  )
  return href === null ? (
    <span className="tel">{inside}</span>
  ) : (
    <a className="tel" href={href} tabIndex={tabIndex}>
      {inside}
    </a>
  )
}

/** The party's card has something typed that is not logged. */
export function DraftTag({ partyRef }: { partyRef: string }) {
  const { company = '' } = useCurrentScope()
  return useHasDraft(company, partyRef) && <Tag>draft</Tag>
}

/** The heading of a group: name, firm, roles, telephone, number of items, fee at risk and points. */
export const GroupHead = memo(function GroupHead({ id, group, open, canClose, marked, actions }: Props) {
  const { name, beside } = groupWords(group)
  const { party, kind, count, sales, feeAtRisk, points } = group
  const isNow = kind === 'dueNow'
  const tab = marked ? 0 : -1
  const matters = showCount(count, 'matter', 'matters')
  const sum = [
    sales === count || kind === 'sale' ? matters : `${matters}, ${showCount(sales, 'sale', 'sales')}`,
    feeAtRisk > 0 && showPounds(feeAtRisk),
  ]
  return (
    <div
      role="row"
      aria-level={1}
      aria-expanded={canClose ? open : undefined}
      className={classNames('group-head', isNow && 'now', marked && 'marked')}
      data-row={id}
      tabIndex={tab}
    >
      <div role="gridcell" aria-colspan={7} className="gc">
        {isNow ? (
          <span className="nm">
            <Icon of={IconClock} size={16} />
            {name}
          </span>
        ) : (
          <>
            <button
              type="button"
              className="twist"
              tabIndex={-1}
              aria-label={`${open ? 'Close' : 'Open'} ${name}`}
              onClick={() => actions.toggle(id)}
            >
              <Icon of={open ? IconChevronDown : IconChevronRight} size={14} />
            </button>
            {kind === 'party' && <Avatar name={name} />}
            <span className="nm">{name}</span>
            <span className="firm" title={beside || undefined}>
              {beside}
            </span>
            {party && <DraftTag partyRef={party.ref} />}
            {party && <Telephone tel={party.tel} tabIndex={tab} />}
            <span className="spacer" />
            <span className="sum">{kind === 'desk' ? '' : sum.filter(Boolean).join(' · ')}</span>
            <span className="pts">
              {points}
              <span className="vh"> points</span>
            </span>
          </>
        )}
      </div>
    </div>
  )
})
