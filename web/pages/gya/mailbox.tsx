import { listMail } from '@gya/domain/features/mail/mail.contract.ts'
import { IconMailOpened, IconRefresh } from '@tabler/icons-react'
import { useCallback } from 'react'
import { MailDialog } from '../../features/mail/mail-dialog.tsx'
import { type MailRow, MailTable } from '../../features/mail/mail-table.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'

/** /gya/mailbox: messages of this system, for platform admins. Without a mail server they are read here. */
export default function MailboxPage() {
  const list = useListParams('mailbox')
  const messages = useCall(listMail, { query: list.query }, { keep: true })
  const opened = useSearchParam('message')
  const setParams = useSetSearchParams()
  const open = useCallback((message: string | undefined) => setParams({ message }), [setParams])
  const openRow = useCallback((row: MailRow) => open(row._id), [open])
  const count = messages.data?.paging.count
  return (
    <Page
      fill
      crumbs={[{ label: 'Mailbox' }]}
      title="Mailbox"
      count={count}
      actions={
        <Button icon={IconRefresh} pending={messages.isFetching} onClick={() => void messages.refetch()}>
          Refresh
        </Button>
      }
    >
      <FilterBar
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder="Subject or recipient"
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      />
      <MailTable
        {...pagedTableProps(messages)}
        onOpen={openRow}
        selectedKey={opened}
        onPage={list.setPage}
        onPageSize={list.setSize}
        empty={
          <NoRows list={list} count={count} notFound="No subject or recipient holds">
            <EmptyState title="No messages yet" icon={IconMailOpened}>
              Invitations, links for new passwords and support requests stand here once they are written.
            </EmptyState>
          </NoRows>
        }
      />
      {opened && <MailDialog mailId={opened} onClose={() => open(undefined)} />}
    </Page>
  )
}
