import { readDemoReceiver } from '@gya/domain/features/webhooks/demo-receiver.contract.ts'
import { DemoReceipts } from '../../features/webhooks/demo-receipts.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** Polling interval in milliseconds. */
const lookEvery = 3_000

/** /gya/demo-receiver: messages that the webhook receiver of the demo got. */
export default function DemoReceiverPage() {
  const list = useCall(readDemoReceiver, {}, { every: lookEvery })
  return (
    <Page crumbs={[{ label: 'Operations', to: '/gya/operations' }, { label: 'Demo receiver' }]} title="Demo receiver">
      {list.error && !list.data ? (
        <ReadFailed what="receiver" error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data?.isDemo === false ? (
        <EmptyState title="Only the demo has a receiver">
          Webhooks of this installation go to the programs of its companies.
        </EmptyState>
      ) : (
        <DemoReceipts receipts={list.data?.data} />
      )}
    </Page>
  )
}
