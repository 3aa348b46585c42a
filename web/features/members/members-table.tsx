import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { type ComponentProps, useMemo, useState } from 'react'
import { avatarOf } from '../../platform/pictures.ts'
import { type Me, useMe } from '../../platform/session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { LastLogin } from './last-login.tsx'
import { editHref } from './member-href.ts'
import { type MemberScope, mayManageMember, mayRemoveMember, removeWord, type WireMember } from './member-scope.ts'
import './members-table.css'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

type Table = { scope: MemberScope; me: Me; company: string | undefined; onRemove: (member: WireMember) => void }

const hrefOf = ({ scope, me, company }: Table, member: WireMember): string | undefined => {
  if (mayManageMember(scope.of, me, member)) return editHref(scope, member._id, company)
  return member._id === me._id ? '/profile' : undefined
}

const Actions = ({ table, member }: { table: Table; member: WireMember }) => {
  const { scope, me, company, onRemove } = table
  const word = removeWord(scope.of)
  return (
    <span className="row-end">
      {mayManageMember(scope.of, me, member) && (
        <Link className="link" to={editHref(scope, member._id, company)} aria-label={`Manage ${member.fullName}`}>
          Manage
        </Link>
      )}
      {mayRemoveMember(scope.of, me, member) && (
        <Button
          variant="danger-quiet"
          size="s"
          aria-haspopup="dialog"
          aria-label={`${word} ${member.fullName}`}
          onClick={() => onRemove(member)}
        >
          {word}
        </Button>
      )}
    </span>
  )
}

const Name = ({ me, member }: { me: Me; member: WireMember }) => (
  <span className="person">
    <Avatar name={member.fullName} src={avatarOf(member)} size={24} />
    {member.fullName}
    {member._id === me._id && <span className="mut">(you)</span>}
  </span>
)

const columnsFor = (table: Table): readonly Column<WireMember>[] => [
  { id: 'name', head: 'Name', main: true, cell: (member) => <Name me={table.me} member={member} /> },
  { id: 'email', head: 'Email', cell: (member) => member.email },
  ...(table.scope.of === 'platform'
    ? []
    : [{ id: 'type', head: 'Type', cell: (member: WireMember) => userTypeLabels[member.type] }]),
  {
    id: 'lastLogin',
    head: 'Last login',
    className: 'last-login',
    cell: (member) => <LastLogin at={member.lastLogin} inColumn />,
  },
  {
    id: 'actions',
    head: '',
    headLabel: 'Actions',
    align: 'right',
    cell: (member) => <Actions table={table} member={member} />,
  },
]

type Props = Omit<ComponentProps<typeof PagedTable<WireMember>>, 'columns' | 'rowKey' | 'rowHref' | 'card'> & {
  scope: MemberScope
}

/**
 * Users by name: "Columns are Name (with avatar), Email, Last login", with Manage and Remove as the reader's role has them
 * (administration document, sections 2 and 6).
 */
export function MembersTable({ scope, ...props }: Props) {
  const me = useMe()
  const [removing, setRemoving] = useState<WireMember | null>(null)
  const company = me.company || scope.of === 'platform' ? undefined : scope.companyId
  const key = JSON.stringify(scope)
  const table = useMemo<Table>(
    () => ({ scope: JSON.parse(key) as MemberScope, me, company, onRemove: setRemoving }),
    [key, me, company],
  )
  const columns = useMemo(() => columnsFor(table), [table])
  return (
    <>
      <RemoveMemberDialog scope={scope} member={removing} onClose={() => setRemoving(null)} />
      <PagedTable
        {...props}
        columns={columns}
        rowKey={(member) => member._id}
        rowHref={(member) => hrefOf(table, member)}
        card={(member) => (
          <>
            <div className="r1">
              <b>
                <Name me={me} member={member} />
              </b>
              <span className="spacer" />
              {scope.of !== 'platform' && <span className="mut">{userTypeLabels[member.type]}</span>}
            </div>
            <div className="r3">{member.email}</div>
            <div className="r3">
              <LastLogin at={member.lastLogin} />
            </div>
          </>
        )}
      />
    </>
  )
}
