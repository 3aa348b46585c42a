import { useMay } from '../../lib/session/session.tsx'
import './contacts.css'
import { addressLine } from '@gya/domain/common/address-line.ts'
import { contactTypeLabels } from '@gya/domain/features/contacts/contacts.model.ts'
import { IconStar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MailLink, TelLink } from '../../ui/navigation/contact-links.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable, type TablePageProps } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { contactAddress, type WireContact, type WirePoc } from './contact-fields.tsx'
import { useListSearch } from './contact-page.tsx'
import { notKnown } from './contacts.messages.ts'

type ContactActions = {
  manage: (row: WireContact) => string
  edit: (row: WireContact) => string
  onDelete: (row: WireContact) => void
}

const Recommended = ({ row }: { row: WireContact }) => (row.recommended ? <Tag tone="good">Recommended</Tag> : null)

/** Marks a recommended contact with a star, because a tag would be too wide for the column. */
const Name = ({ row }: { row: WireContact }) => (
  <span title={row.name}>
    {row.recommended && (
      <>
        <span className="contact-star" title="Recommended">
          <Icon of={IconStar} size={14} />
        </span>
        <span className="vh">Recommended: </span>
      </>
    )}
    {row.name}
  </span>
)

const Type = ({ row }: { row: WireContact }) => (
  <span className={row.type === 'unknown' ? 'mut' : undefined}>{contactTypeLabels[row.type]}</span>
)

function DeleteButton<Row extends { name: string }>({ row, onDelete }: { row: Row; onDelete: (row: Row) => void }) {
  const mayEdit = useMay('contact.edit')
  if (!mayEdit) return null
  return (
    <Button
      variant="danger-quiet"
      size="s"
      aria-haspopup="dialog"
      aria-label={`Delete ${row.name}`}
      onClick={() => onDelete(row)}
    >
      Delete
    </Button>
  )
}

function EditLink({ row: { name }, to }: { row: WireContact; to: string }) {
  const mayEdit = useMay('contact.edit')
  if (!mayEdit) return null
  return (
    <Link className="link" to={to} aria-label={`Edit ${name}`}>
      Edit
    </Link>
  )
}

const contactColumns = ({ manage, edit, onDelete }: ContactActions): readonly Column<WireContact>[] => [
  { id: 'name', head: 'Name', main: true, className: 'contact-name', cell: (row) => <Name row={row} /> },
  { id: 'type', head: 'Type', cell: (row) => <Type row={row} /> },
  { id: 'tel', head: 'Telephone', className: 'tnum', cell: (row) => <TelLink tel={row.tel} className="quiet" /> },
  { id: 'email', head: 'E-mail', cell: (row) => <MailLink email={row.email} className="quiet" /> },
  {
    id: 'address',
    head: 'Address',
    cell: (row) =>
      row.address === null ? (
        <span className="mut">{contactAddress(row)}</span>
      ) : (
        <span title={addressLine(row.address)}>{contactAddress(row)}</span>
      ),
  },
  {
    id: 'pocs',
    head: 'Number of contacts',
    headClassName: 'contact-count',
    align: 'right',
    className: 'tnum',
    cell: (row) => row.pocs.length,
  },
  actionsColumn((row) => (
    <span className="row-end">
      <Link className="link" to={manage(row)} aria-label={`Manage ${row.name}`}>
        Manage
      </Link>
      <EditLink row={row} to={edit(row)} />
      <DeleteButton row={row} onDelete={onDelete} />
    </span>
  )),
]

const ContactCard = ({ row, manage, edit, onDelete }: { row: WireContact } & ContactActions) => (
  <>
    <div className="r1">
      <Link data-row-link to={manage(row)}>
        <b>{row.name}</b>
      </Link>
      <span className="spacer" />
      <Recommended row={row} />
    </div>
    {(row.tel || row.email) && (
      <div className="r3 contact-reach">
        <TelLink tel={row.tel} />
        <MailLink email={row.email} />
      </div>
    )}
    <div className="r3 mut">{row.address ? addressLine(row.address) : notKnown}</div>
    <div className="r2">
      <span className="mut">
        {contactTypeLabels[row.type]}, {row.pocs.length === 1 ? '1 contact' : `${row.pocs.length} contacts`}
      </span>
      <span className="spacer" />
      <EditLink row={row} to={edit(row)} />
      <DeleteButton row={row} onDelete={onDelete} />
    </div>
  </>
)

type ContactsTableProps = TablePageProps<WireContact> & Pick<ContactActions, 'onDelete'>

/** "Name, Address and Number of contacts. Row actions are Manage (goes to the POC page), Edit and Delete." `onDelete` must be stable. */
export function ContactsTable({ onDelete, ...table }: ContactsTableProps) {
  const to = useScopedPath()
  const listSearch = useListSearch()
  const actions = useMemo(
    () => ({
      manage: (row: WireContact) => to('/company/pocs', {}, { contact: row._id }),
      edit: (row: WireContact) => to('/company/contacts', {}, { ...listSearch, edit: row._id }),
      onDelete,
    }),
    [to, listSearch, onDelete],
  )
  const columns = useMemo(() => contactColumns(actions), [actions])
  return (
    <PagedTable
      {...table}
      label="Contacts"
      tight
      columns={columns}
      rowKey={(row) => row._id}
      rowHref={actions.manage}
      cardHasLinks
      card={(row) => <ContactCard row={row} {...actions} />}
    />
  )
}

type PocActions = { manage: (row: WirePoc) => string; onDelete: (row: WirePoc) => void }

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
  actionsColumn((row) => (
    <span className="row-end">
      <Link className="link" to={manage(row)} aria-label={`Manage ${row.name}`}>
        Manage
      </Link>
      <DeleteButton row={row} onDelete={onDelete} />
    </span>
  )),
]

type PocsTableProps = TablePageProps<WirePoc> & Pick<PocActions, 'onDelete'> & { contactId: string }

/** "The table has Name, Email and Telephone, with actions Manage and Delete." `onDelete` must be stable. */
export function PocsTable({ contactId, onDelete, ...table }: PocsTableProps) {
  const to = useScopedPath()
  const listSearch = useListSearch()
  const actions = useMemo(
    () => ({ manage: (row: WirePoc) => to('/company/pocs', {}, { ...listSearch, contact: contactId, edit: row._id }), onDelete }),
    [to, listSearch, contactId, onDelete],
  )
  const columns = useMemo(() => pocColumns(actions), [actions])
  return (
    <PagedTable
      {...table}
      label="Points of contact"
      columns={columns}
      rowKey={(row) => row._id}
      rowHref={actions.manage}
      cardHasLinks
      card={(row) => (
        <>
          <div className="r1">
            <Link data-row-link to={actions.manage(row)}>
              <b>{row.name}</b>
            </Link>
            <span className="spacer" />
            <DeleteButton row={row} onDelete={onDelete} />
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
