import type { Wire } from '@gya/domain/endpoint.ts'
import type { listCompanies } from '@gya/domain/features/companies/companies.contract.ts'
import { companyLogoUrl } from '../../lib/api/picture-urls.ts'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'
import { PagedTable, type TablePageProps } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'

type CompanyRow = Wire<typeof listCompanies, 'response'>['data'][number]

const branchesOf = ({ branchCount }: CompanyRow): string => (branchCount === 1 ? '1 branch' : `${branchCount} branches`)

const manageHref = (row: CompanyRow): string => scopedPath('/branch/manage', { company: row._id })
const viewHref = (row: CompanyRow): string => scopedPath('/company/edit', { company: row._id })

const Name = ({ row }: { row: CompanyRow }) => (
  <span className="person">
    {row.logo ? <Logo url={companyLogoUrl(row._id, row.logo, 'avatar')} size={24} /> : <Avatar name={row.name} size={24} />}
    {row.name}
  </span>
)

const columns: readonly Column<CompanyRow>[] = [
  { id: 'name', head: 'Company name', main: true, cell: (row) => <Name row={row} /> },
  {
    id: 'branches',
    head: 'Number of branches',
    align: 'right',
    className: 'tnum',
    cell: (row) => row.branchCount,
  },
  actionsColumn(
    (row) => (
      <span className="row-end">
        <Link className="link" to={manageHref(row)} aria-label={`Manage ${row.name}`}>
          Manage
        </Link>
        <Link className="link" to={viewHref(row)} aria-label={`View Company ${row.name}`}>
          View Company
        </Link>
      </span>
    ),
    { align: 'right' },
  ),
]

type Props = TablePageProps<CompanyRow>

/** "Manage (goes to branch management for that company) and View Company (goes to company edit)". */
export const CompaniesTable = (props: Props) => (
  <PagedTable
    {...props}
    label="Companies"
    columns={columns}
    rowKey={(row) => row._id}
    rowHref={manageHref}
    card={(row) => (
      <>
        <div className="r1">
          <b>
            <Name row={row} />
          </b>
        </div>
        <div className="r2 mut">{branchesOf(row)}</div>
      </>
    )}
  />
)

/** For platform admins: companies, deleted records, and uploaded archives. */
export const CompanyViews = ({ current }: { current: 'companies' | 'deleted' | 'archives' }) => (
  <div className="toolbar">
    <ViewLinks
      label="Companies"
      views={[
        { label: 'Companies', to: '/company/manage', current: current === 'companies' },
        { label: 'Deleted', to: '/gya/deleted', current: current === 'deleted' },
        { label: 'Read an archive', to: '/gya/archives', current: current === 'archives' },
      ]}
    />
  </div>
)
