import { withAddressDefaults } from '@gya/domain/common/address.ts'
import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { useMemo } from 'react'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable, type TablePageProps } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'

type BranchRow = Wire<typeof listBranches, 'response'>['data'][number]

const addressOf = ({ address }: BranchRow): string => addressLine(withAddressDefaults(address))

/** `company`: the company in the URLs of rows; undefined for readers who belong to a company. */
const manageHref = (row: BranchRow, company: string | undefined): string =>
  scopedPath('/branch/report', { company, branch: row._id })
const editHref = (row: BranchRow, company: string | undefined): string => scopedPath('/branch/edit', { company, branch: row._id })

const columnsFor = (company: string | undefined, editLabel: string): readonly Column<BranchRow>[] => [
  { id: 'name', head: 'Branch', main: true, cell: (row) => row.name },
  { id: 'address', head: 'Address', cell: addressOf },
  {
    id: 'tel',
    head: 'Contact number',
    cell: (row) => (row.tel ? <span className="tnum">{row.tel}</span> : <span className="mut">Not known</span>),
  },
  { id: 'properties', head: 'Properties', align: 'right', cell: (row) => <span className="tnum">{row.propertyCount}</span> },
  actionsColumn(
    (row) => (
      <span className="row-end">
        <Link className="link" to={manageHref(row, company)} aria-label={`Manage ${row.name}`}>
          Manage
        </Link>
        <Link className="link" to={editHref(row, company)} aria-label={`${editLabel} ${row.name}`}>
          {editLabel}
        </Link>
      </span>
    ),
    { align: 'right' },
  ),
]

type Props = TablePageProps<BranchRow> & {
  companyId: string | undefined
}

/** "Branch list page. Columns are Branch, Address and Contact number, with a Manage action." Manage opens the workflow report. */
export function BranchesTable({ companyId, ...table }: Props) {
  const company = useMe().company ? undefined : companyId
  const editLabel = useMay('branch.edit') ? 'Edit' : 'View'
  const columns = useMemo(() => columnsFor(company, editLabel), [company, editLabel])
  return (
    <PagedTable
      {...table}
      label="Branches"
      columns={columns}
      rowKey={(row) => row._id}
      rowHref={(row) => manageHref(row, company)}
      card={(row) => (
        <>
          <div className="r1">
            <b>{row.name}</b>
            <span className="spacer" />
            <span className="mut">{row.propertyCount === 1 ? '1 property' : `${row.propertyCount} properties`}</span>
          </div>
          <div className="r3">{addressOf(row)}</div>
          {row.tel && <div className="r3 tnum">{row.tel}</div>}
        </>
      )}
    />
  )
}
