import type { Wire } from '@gya/domain/endpoint.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { useState } from 'react'
import './contacts.css'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useMe } from '../../lib/session/session.tsx'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { PhaseBadge } from '../common/phase-badge.tsx'
import type { WireContact } from './contact-fields.tsx'
import { actingFor, actingForNone } from './contacts.messages.ts'

type PropertyRow = Wire<typeof listCompanyProperties, 'response'>['data'][number]

const columns: readonly Column<PropertyRow>[] = [
  {
    id: 'property',
    head: 'Property',
    main: true,
    cell: ({ address }) => (
      <>
        {address.line1}, <span className="mut">{address.postcode}</span>
      </>
    ),
  },
  { id: 'branch', head: 'Branch', cell: (row) => row.branch.name },
  { id: 'phase', head: 'Phase', cell: (row) => <PhaseBadge phase={row.phase} /> },
]

/**
 * "A section 'Acting as solicitor for the following properties' lists properties." [administration §2](docs/design/administration.md#2),
 * screen 12.
 */
export function ActingFor({ contact }: { contact: WireContact }) {
  const [page, setPage] = useState(0)
  const isOfCompany = useMe().company !== null
  const properties = useCall(
    listCompanyProperties,
    {
      params: { companyId: contact.company },
      query: { solicitorCompanyId: contact._id, sort: 'address:asc', itemsPerPage: '10', currentPage: String(page) },
    },
    { keep: true },
  )
  const company = isOfCompany ? undefined : contact.company
  const href = (row: PropertyRow) => scopedPath('/property/edit', { company, branch: row.branch._id, property: row._id })
  return (
    <section className="acting-for" aria-labelledby="acting-for">
      <h2 id="acting-for">{actingFor}</h2>
      {properties.data?.paging.count === 0 ? (
        <p className="mut">{actingForNone}</p>
      ) : (
        <PagedTable
          label={actingFor}
          columns={columns}
          {...pagedTableProps(properties)}
          rowKey={(row) => row._id}
          rowHref={href}
          onPage={setPage}
          card={(row) => (
            <>
              <div className="r1">
                <b>{row.address.line1}</b>
                <span className="mut">{row.address.postcode}</span>
                <span className="spacer" />
                <PhaseBadge phase={row.phase} />
              </div>
              <div className="r3 mut">{row.branch.name}</div>
            </>
          )}
        />
      )}
    </section>
  )
}
