import { type ComponentProps, useMemo } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { MailLink, TelLink } from '../../ui/reach-links.tsx'
import type { Column } from '../../ui/table-column.ts'
import { useListSearch } from './contact-page.tsx'
import type { WirePoc } from './contact-values.ts'
import { notKnown } from './contacts.messages.ts'
import './contacts.css'

type PocActions = { manage: (row: WirePoc) => string; onDelete: (row: WirePoc) => void }

const DeletePocButton = ({ row, onDelete }: { row: WirePoc } & Pick<PocActions, 'onDelete'>) => (
  <Button variant="danger-quiet" size="s" aria-haspopup="dialog" aria-label={`Delete ${row.name}`} onClick={() => onDelete(row)}>
    Delete
  </Button>
)

const pocColumns = ({ manage, onDelete }: PocActions): readonly Column<WirePoc>[] => [
  { id: 'name', head: 'Name', main: true, cell: (row) => row.name },
  {
    id: 'email',
    head: 'Email',
    cell: (row) => <MailLink email={row.email} className="quiet" />,
  },
  {
    id: 'tel',
    head: 'Telephone',
    className: 'tnum',
    cell: (row) => (row.tel === '' ? <span className="mut">{notKnown}</span> : <TelLink tel={row.tel} className="quiet" />),
  },
  {
    id: 'actions',
    head: '',
    headLabel: 'Actions',
    align: 'right',
    className: 'stick row-acts',
    headClassName: 'stick row-acts',
    cell: (row) => (
      <span className="row-end">
        <Link className="link" to={manage(row)} aria-label={`Manage ${row.name}`}>
          Manage
        </Link>
        <DeletePocButton row={row} onDelete={onDelete} />
      </span>
    ),
  },
]

type PocsTableProps = Omit<ComponentProps<typeof PagedTable<WirePoc>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'> &
  Pick<PocActions, 'onDelete'> & { contactId: string }

/** "The table has Name, Email and Telephone, with actions Manage and Delete." `onDelete` stays constant. */
export function PocsTable({ contactId, onDelete, ...table }: PocsTableProps) {
  const to = useScopedPath()
  const kept = useListSearch()
  const doing = useMemo(
    () => ({ manage: (row: WirePoc) => to('/company/pocs', {}, { ...kept, contact: contactId, edit: row._id }), onDelete }),
    [to, kept, contactId, onDelete],
  )
  const columns = useMemo(() => pocColumns(doing), [doing])
  return (
    <PagedTable
      {...table}
      label="Points of contact"
      columns={columns}
      rowKey={(row) => row._id}
      rowHref={doing.manage}
      cardHasLinks
      card={(row) => (
        <>
          <div className="r1">
            <Link data-row-link to={doing.manage(row)}>
              <b>{row.name}</b>
            </Link>
            <span className="spacer" />
            <DeletePocButton row={row} onDelete={onDelete} />
          </div>
          <div className="r3 contact-reach">
            <TelLink tel={row.tel} />
            <MailLink email={row.email} />
          </div>
        </>
      )}
    />
  )
}
