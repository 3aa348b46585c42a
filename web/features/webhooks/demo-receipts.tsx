import './webhooks.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readDemoReceiver } from '@gya/domain/features/webhooks/demo-receiver.contract.ts'
import { IconWebhook } from '@tabler/icons-react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { typeWords } from './webhook-words.ts'

type Receipt = Wire<typeof readDemoReceiver, 'response'>['data'][number]

const Signature = ({ isSigned }: Receipt) => <Tag tone={isSigned ? 'good' : 'red'}>{isSigned ? 'Right' : 'Wrong'}</Tag>

const columns: readonly Column<Receipt>[] = [
  { id: 'receivedOn', head: 'Received', className: 'tnum', cell: ({ receivedOn }) => showDateTime(receivedOn) },
  { id: 'name', head: 'Receiver', cell: ({ name }) => name },
  { id: 'type', head: 'Message', main: true, cell: ({ type }) => (type === 'webhook.test' ? 'Test' : typeWords(type)) },
  { id: 'signature', head: 'Signature', cell: (receipt) => <Signature {...receipt} /> },
  { id: 'status', head: 'Answered', className: 'tnum', cell: ({ status }) => status },
  { id: 'body', head: 'Body', cell: ({ body }) => <code className="webhook-address">{body}</code> },
]

export const DemoReceipts = ({ receipts }: { receipts: readonly Receipt[] | undefined }) => (
  <PagedTable
    label="Received messages"
    columns={columns}
    rows={receipts}
    rowKey={({ webhookId, receivedOn }) => `${webhookId} ${receivedOn}`}
    above={
      <span className="mut">
        The messages that webhooks sent to the demo receiver. The receiver “failing” responds with 500, all others with 204.
      </span>
    }
    empty={
      <EmptyState title="Nothing received yet" icon={IconWebhook}>
        Change something in the demo company, or use Test on one of its webhooks.
      </EmptyState>
    }
    card={(receipt) => (
      <>
        <div className="r1">
          <b>{typeWords(receipt.type)}</b>
          <span className="spacer" />
          <Signature {...receipt} />
        </div>
        <div className="r2 mut tnum">
          {receipt.name} · {showDateTime(receipt.receivedOn)} · {receipt.status}
        </div>
        <code className="webhook-address">{receipt.body}</code>
      </>
    )}
  />
)
