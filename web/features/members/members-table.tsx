import { isWithoutReach, reachesEveryBranch, reachText } from '@gya/domain/features/members/member-reach.ts'
import './members-table.css'
import { isOneOf, userTypeLabels, workers } from '@gya/domain/access/permissions.ts'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listMemberAccess } from '@gya/domain/features/sessions/sessions.contract.ts'
import { IconDots } from '@tabler/icons-react'
import { type ComponentProps, useContext, useMemo, useRef, useState } from 'react'
import { userAvatarUrl } from '../../lib/api/picture-urls.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { type Me, useMay, useMe } from '../../lib/session/session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import {
  invitationText,
  LastLogin,
  MemberStatus,
  memberMenuItems,
  RemoveMemberDialog,
  useMemberActions,
} from './member-account.tsx'
import { editMemberHref, isRemovable, type MemberScope, mayManageMember, removeLabel, type WireMember } from './member-scope.ts'

type Access = Wire<typeof listMemberAccess, 'response'>['data'][number]

type TableContext = {
  scope: MemberScope
  me: Me
  company: string | undefined
  onRemove: (member: WireMember) => void
  /** Second factor and sessions by user, for callers who may see them. */
  access: ReadonlyMap<string, Access> | null
  /** Account actions, only in the company list. */
  onAction: ReturnType<typeof useMemberActions>['run']
  /** In a branch, for callers who may share sales. */
  onShare: ((member: WireMember) => void) | null
}

const memberHref = ({ scope, me, company }: TableContext, member: WireMember): string | undefined => {
  if (mayManageMember(scope.of, me, member)) return editMemberHref(scope, member._id, company)
  return member._id === me._id ? '/profile' : undefined
}

const MemberRowActions = ({ table, member }: { table: TableContext; member: WireMember }) => {
  const { scope, me, company, onRemove, onAction, onShare } = table
  const label = removeLabel(scope.of)
  const mayManage = mayManageMember(scope.of, me, member)
  const mayRemove = isRemovable(scope, me, member)
  return (
    <span className="row-end">
      {mayManage && (
        <Link className="link" to={editMemberHref(scope, member._id, company)} aria-label={`Manage ${member.fullName}`}>
          Manage
        </Link>
      )}
      {scope.of === 'company' && mayManage && (
        <Menu
          label={`More for ${member.fullName}`}
          icon={IconDots}
          size="s"
          variant="quiet"
          items={[
            ...memberMenuItems(member, onAction),
            ...(mayRemove ? (['line', { label, danger: true, onSelect: () => onRemove(member) }] as const) : []),
          ]}
        />
      )}
      {onShare && isOneOf(workers, member.type) && (
        <Button
          variant="quiet"
          size="s"
          aria-haspopup="dialog"
          aria-label={`Share their sales: ${member.fullName}`}
          onClick={() => onShare(member)}
        >
          Share their sales
        </Button>
      )}
      {scope.of !== 'company' && mayRemove && (
        <Button
          variant="danger-quiet"
          size="s"
          aria-haspopup="dialog"
          aria-label={`${label} ${member.fullName}`}
          onClick={() => onRemove(member)}
        >
          {label}
        </Button>
      )}
    </span>
  )
}

const MemberName = ({ me, member, inScope }: { me: Me; member: WireMember; inScope: MemberScope['of'] }) => (
  <span className="person">
    <Avatar name={member.fullName} src={userAvatarUrl(member)} size={24} />
    {member.fullName}
    {member._id === me._id && <span className="mut">(you)</span>}
    {inScope !== 'company' && member.deactivatedOn && <Tag>Deactivated</Tag>}
  </span>
)

const MemberBranches = ({ member }: { member: WireMember }) => {
  if (reachesEveryBranch(member)) return <span className="mut">{reachText(member)}</span>
  if (isWithoutReach(member)) return <Tag tone="amber">No branch</Tag>
  const names = [...member.areas, ...member.branches].map(({ name }) => name)
  return <span title={names.join(', ')}>{reachText(member)}</span>
}

/** "No factor · 2 sessions" */
const accessText = ({ hasSecondFactor, sessions }: Access): string =>
  `${hasSecondFactor ? 'Factor' : 'No factor'} · ${sessions === 0 ? 'signed out' : sessions === 1 ? '1 session' : `${sessions} sessions`}`

const accessLine = (access: Access | undefined): string =>
  access ? [accessText(access), ...(access.lastSeenOn ? [`last seen ${showDateTime(access.lastSeenOn)}`] : [])].join(', ') : ''

/** "Company › People: table with role, branches, factor, last seen, sessions". [trust §7](docs/design/trust.md#7). */
const MemberStatusCell = ({ member, access }: { member: WireMember; access: Access | undefined }) => (
  <>
    <span title={invitationText(member) ?? undefined}>
      <MemberStatus member={member} />
    </span>
    {access && (
      <small className="mut" title={access.lastSeenOn ? `Last seen ${showDateTime(access.lastSeenOn)}` : undefined}>
        {accessText(access)}
      </small>
    )}
  </>
)

const columnsFor = (table: TableContext): readonly Column<WireMember>[] => [
  {
    id: 'name',
    head: 'Name',
    main: true,
    cell: (member) => <MemberName me={table.me} member={member} inScope={table.scope.of} />,
  },
  {
    id: 'email',
    head: 'Email',
    className: 'member-email',
    ...(table.scope.of === 'company' ? { headClassName: 'member-email' } : {}),
    // It breaks before the @ rather than within a word.
    cell: ({ email }) => email.split(/(?=@)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={part} />, part])),
  },
  ...(table.scope.of === 'platform'
    ? []
    : [
        {
          id: 'type',
          head: table.scope.of === 'company' ? 'Role' : 'Type',
          cell: (member: WireMember) => userTypeLabels[member.type],
        },
      ]),
  ...(table.scope.of === 'company'
    ? [
        {
          id: 'branches',
          head: 'Branches',
          className: 'member-branches',
          cell: (member: WireMember) => <MemberBranches member={member} />,
        },
      ]
    : []),
  {
    id: 'lastLogin',
    head: 'Last login',
    className: table.scope.of === 'company' ? 'last-login two-lines' : 'last-login',
    cell: (member) => <LastLogin at={member.lastLogin} inColumn />,
  },
  ...(table.scope.of === 'company'
    ? [
        {
          id: 'status',
          head: 'Status',
          className: 'two-lines',
          cell: (member: WireMember) => <MemberStatusCell member={member} access={table.access?.get(member._id)} />,
        },
      ]
    : []),
  {
    id: 'actions',
    head: '',
    headLabel: 'Actions',
    align: 'right',
    // Stays visible when the table scrolls sideways.
    className: 'stick row-acts',
    headClassName: 'stick row-acts',
    cell: (member) => <MemberRowActions table={table} member={member} />,
  },
]

/** Second factor and sessions of the users on this page; null without the permission, and outside the company list. */
function useAccess(scope: MemberScope, rows: readonly WireMember[] | undefined): ReadonlyMap<string, Access> | null {
  const isShown = useMay('session.end-member') && scope.of === 'company'
  const companyId = scope.of === 'company' ? scope.companyId : ''
  const userIds = (rows ?? []).map(({ _id }) => _id).join(',')
  const { data } = useCall(
    listMemberAccess,
    { params: { companyId }, query: { userIds } },
    { keep: true, enabled: isShown && userIds !== '' },
  )
  return useMemo(() => (isShown ? new Map((data?.data ?? []).map((one) => [one.userId, one])) : null), [isShown, data])
}

type MembersTableProps = Omit<ComponentProps<typeof PagedTable<WireMember>>, 'columns' | 'rowKey' | 'rowHref' | 'card'> & {
  scope: MemberScope
}

/**
 * "Columns are Name (with avatar), Email, Last login", with Manage and Remove by role. [administration §2](docs/design/administration.md#2)
 * and [administration §6](docs/design/administration.md#6).
 */
export function MembersTable({ scope, ...props }: MembersTableProps) {
  const me = useMe()
  const [removing, setRemoving] = useState<WireMember | null>(null)
  const [sharing, setSharing] = useState<WireMember | null>(null)
  const { share } = useContext(DialogsContext)
  const mayShare = useMay('sale.share') && scope.of === 'branch'
  const company = me.company || scope.of === 'platform' ? undefined : scope.companyId
  const key = JSON.stringify(scope)
  const access = useAccess(scope, props.rows)
  const accountActions = useMemberActions(scope.of === 'platform' ? '' : scope.companyId)
  const run = useRef(accountActions.run)
  run.current = accountActions.run
  const table = useMemo<TableContext>(
    () => ({
      scope: JSON.parse(key) as MemberScope,
      me,
      company,
      onRemove: setRemoving,
      access,
      onAction: (action, member) => run.current(action, member),
      onShare: mayShare ? setSharing : null,
    }),
    [key, me, company, access, mayShare],
  )
  const columns = useMemo(() => columnsFor(table), [table])
  return (
    <>
      {accountActions.dialogs}
      <RemoveMemberDialog scope={scope} member={removing} onClose={() => setRemoving(null)} />
      {sharing &&
        scope.of === 'branch' &&
        share({
          companyId: scope.companyId,
          what: `the sales of ${sharing.fullName} in this branch`,
          sales: { from: sharing._id, branchIds: [scope.branchId] },
          onClose: () => setSharing(null),
        })}
      <PagedTable
        {...props}
        columns={columns}
        rowKey={(member) => member._id}
        rowHref={(member) => memberHref(table, member)}
        card={(member) => (
          <>
            <div className="r1">
              <b>
                <MemberName me={me} member={member} inScope={scope.of} />
              </b>
              <span className="spacer" />
              {scope.of !== 'platform' && <span className="mut">{userTypeLabels[member.type]}</span>}
            </div>
            <div className="r3">{member.email}</div>
            {scope.of === 'company' && (
              <div className="r3">
                <MemberBranches member={member} />
              </div>
            )}
            {table.access?.get(member._id) && <div className="r3">{accessLine(table.access.get(member._id))}</div>}
            <div className="r2 mut member-end">
              <LastLogin at={member.lastLogin} />
              <span className="spacer" />
              {scope.of === 'company' && <MemberStatus member={member} />}
            </div>
          </>
        )}
      />
    </>
  )
}
