import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type ActionItemGroup, actionItemGroupLabels, actionItemGroups } from '@gya/domain/features/today/action-item.model.ts'
import { readTodayPeople } from '@gya/domain/features/today/today.contract.ts'
import { IconUsers } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMe } from '../../lib/session/session.tsx'
import { scopedPath, useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'

type Person = Wire<typeof readTodayPeople, 'response'>['data'][number]

const zeroIsEmpty = (count: number) => (count === 0 ? <span className="vh">0</span> : count.toLocaleString('en-GB'))

const figure = (id: string, head: string, valueOf: (person: Person) => number, width = 76): Column<Person> => ({
  id,
  head,
  width,
  align: 'right',
  cell: (person) => zeroIsEmpty(valueOf(person)),
})

/** All of them fit beside the open sidebar at 1440 px. What says most stands first, in sight on smaller screens. */
const groupWidths: Record<ActionItemGroup, number> = {
  overdue: 64,
  due: 38,
  promised: 70,
  mail: 40,
  proposals: 72,
  tasks: 48,
  silence: 60,
  expiring: 65,
  moves: 53,
  new: 40,
}

const columns: Column<Person>[] = [
  {
    id: 'name',
    head: 'Sales progressor',
    width: 194,
    main: true,
    sticky: true,
    cell: ({ name }) => (
      <span className="person-link">
        {name !== null && <Avatar name={name} />}
        <span className="person-name">{name ?? 'Nobody'}</span>
      </span>
    ),
  },
  figure('sales', 'Sales', ({ sales }) => sales, 46),
  figure('points', 'Points', ({ points }) => points, 54),
  {
    id: 'fee',
    head: 'Fee at risk',
    width: 74,
    align: 'right',
    cell: ({ feeAtRisk }) => (feeAtRisk === 0 ? <span className="vh">£0</span> : showPounds(feeAtRisk)),
  },
  ...actionItemGroups.map((group) =>
    figure(group, actionItemGroupLabels[group], (person) => person.groups[group] ?? 0, groupWidths[group]),
  ),
  { ...figure('broken', 'Broken', ({ promisesBroken }) => promisesBroken, 57), headLabel: ' promises' },
  {
    ...figure('told', 'Not told', ({ vendorsNotUpdated }) => vendorsNotUpdated, 46),
    headLabel: ' vendors',
    headClassName: 'wrap',
  },
  {
    id: 'oldest',
    head: 'Oldest',
    width: 97,
    cell: ({ oldestDueOn }) => oldestDueOn && showDate(oldestDueOn),
  },
]

const columnsWithoutMail = columns.filter(({ id }) => id !== 'mail')

/** The table of a company or branch: a row per sales progressor, and Nobody. A row opens the list of that person. */
export function TodayPeople({ companyId, branchId }: { companyId: string; branchId: string | undefined }) {
  const me = useMe()
  const scope = useCurrentScope()
  const people = useCall(readTodayPeople, {
    params: { companyId },
    query: branchId === undefined ? {} : { branchIds: branchId },
  })
  const hrefOf = useCallback(
    ({ userId }: Person) =>
      scopedPath('/today', me.company ? {} : { company: scope.company }, {
        who: userId ?? 'nobody',
        // The row Nobody has no branches of its own.
        branches: userId === null ? branchId : undefined,
      }),
    [me.company, scope.company, branchId],
  )
  // As the chip of Today's list: only where e-mails come in or wait.
  const hasMail = me.company?.mailIn || people.data?.data.some(({ groups }) => groups.mail)
  return (
    <>
      <PagedTable
        label="People"
        tight
        columns={hasMail ? columns : columnsWithoutMail}
        rows={people.data?.data}
        rowKey={({ userId }) => userId ?? 'nobody'}
        rowHref={hrefOf}
        error={people.data ? undefined : people.error?.message}
        onRetry={() => void people.refetch()}
        cardHasLinks
        card={(person) => <PersonCard person={person} href={hrefOf(person)} />}
        empty={
          <EmptyState title="Nobody has anything to do" icon={IconUsers}>
            Sales progressors are listed here once they have a live sale.
          </EmptyState>
        }
      />
    </>
  )
}

const PersonCard = ({ person, href }: { person: Person; href: string }) => (
  <div className="person-card">
    <Link to={href} data-row-link className="person-link">
      {person.name !== null && <Avatar name={person.name} />}
      {person.name ?? 'Nobody'}
    </Link>
    <p className="mut">
      {person.sales} live sales, {person.groups.overdue ?? 0} overdue, {person.groups.due ?? 0} due, {person.vendorsNotUpdated}{' '}
      vendors not told
    </p>
    <p>
      <b>{person.points.toLocaleString('en-GB')}</b> points, {showPounds(person.feeAtRisk)} at risk
    </p>
  </div>
)
