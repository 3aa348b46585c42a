import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../button.tsx'
import { ConfirmByTypingDialog } from '../confirm-by-typing-dialog.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { EmptyState } from '../empty-state.tsx'
import { LeaveGuardDialog } from '../leave-guard-dialog.tsx'
import { Notice } from '../notice.tsx'
import { PagedTable } from '../paged-table.tsx'
import { SaveOverlay, type SaveStatus } from '../save-overlay.tsx'
import { SkeletonForm, SkeletonLines } from '../skeleton.tsx'
import type { Column } from '../table-column.ts'
import { TopProgress } from '../top-progress.tsx'

type Person = { name: string; email: string }
const people: Person[] = [
  { name: 'Tamsin Larkspur', email: 'tamsin@larkmead.example' },
  { name: 'Osric Penhaligon', email: 'osric@larkmead.example' },
]
const columns: readonly Column<Person>[] = [
  { id: 'name', head: 'Name', sort: 'name', main: true, cell: (person) => person.name },
  { id: 'email', head: 'E-mail', cell: (person) => person.email },
]
const key = (person: Person) => person.email
const paging = { itemsPerPage: 10, count: 2, currentPage: 0, totalPages: 1 }

const Dialogs = () => {
  const [open, setOpen] = useState<string | null>(location.hash.slice(1) || null)
  const [status, setStatus] = useState<SaveStatus>('reset')
  const close = () => setOpen(null)
  return (
    <div className="checks">
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => setOpen('type')}>Confirm by typing</Button>
      <Button onClick={() => setOpen('leave')}>Leave guard</Button>
      <Button onClick={() => setStatus('success')}>Success overlay</Button>
      <Button onClick={() => setStatus('error')}>Failure overlay</Button>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Remove photo"
        confirmLabel="Remove"
        danger
        onConfirm={close}
        onCancel={close}
      >
        <p>The photo is removed for everybody.</p>
      </ConfirmDialog>
      <ConfirmByTypingDialog
        open={open === 'type'}
        title="Delete company"
        text="Larkmead"
        what="the company name"
        confirmLabel="Delete company"
        onConfirm={close}
        onCancel={close}
      >
        <p>Its branches, properties and users go with it.</p>
      </ConfirmByTypingDialog>
      <LeaveGuardDialog open={open === 'leave'} onStay={close} onLeave={close} />
      <SaveOverlay
        status={status}
        title={status === 'success' ? 'Timeline saved' : 'Error saving'}
        text={status === 'success' ? 'The timeline was successfully saved.' : 'Please try again.'}
        onDone={() => setStatus('reset')}
      />
    </div>
  )
}

export const StatesView = () => (
  <Page crumbs={[{ label: 'Larkmead', to: '/company/edit' }, { label: 'States' }]} title="States">
    <TopProgress active />
    <Dialogs />
    <div className="grid2 after-tabs">
      <Notice>Your session has ended. Sign in to carry on where you were.</Notice>
      <Notice tone="good" title="Company saved">
        Create a new branch next.
      </Notice>
      <Notice tone="warn">Notice ends inside the contract term.</Notice>
      <Notice tone="bad" title="Error saving company" action={<Button size="s">Try again</Button>}>
        Your company was not created due to an error with the submission to the API.
      </Notice>
      <PagedTable label="First loading" columns={columns} rows={undefined} rowKey={key} paging={{ ...paging, itemsPerPage: 3 }} />
      <PagedTable
        label="Newer page on its way"
        columns={columns}
        rows={people}
        rowKey={key}
        rowHref={() => '/user-edit'}
        busy
        paging={paging}
        onPage={() => undefined}
      />
      <PagedTable
        label="Nothing there"
        columns={columns}
        rows={[]}
        rowKey={key}
        empty={
          <EmptyState title="No contacts yet" actions={<Button icon={IconPlus}>Create contact</Button>}>
            Solicitors and mortgage brokers that work with the company stand here.
          </EmptyState>
        }
      />
      <PagedTable
        label="Failed"
        columns={columns}
        rows={undefined}
        rowKey={key}
        error="The server could not be reached."
        onRetry={() => undefined}
      />
      <SkeletonForm fields={4} />
      <SkeletonLines />
    </div>
  </Page>
)
