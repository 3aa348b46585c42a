import { showNumber } from '@gya/domain/common/show-count.ts'
import './webhooks.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { listWebhooks } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { Webhook } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { maxWebhooks, webhookRetryWindow } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookLightSign } from './webhook-light.tsx'
import { kindsWords } from './webhook-words.ts'

/** Refetch interval in milliseconds. */
const lookEvery = 15_000

const lastSuccess = ({ lastSuccessOn }: Webhook): string => (lastSuccessOn ? showDateTime(lastSuccessOn) : 'Never')

const columns = (now: string): readonly Column<Webhook>[] => [
  { id: 'state', head: 'State', cell: (webhook) => <WebhookLightSign webhook={webhook} now={now} /> },
  {
    id: 'url',
    head: 'Address',
    main: true,
    cell: ({ url, description }) => (
      <>
        {description && <span>{description} </span>}
        <span className={description ? 'mut webhook-address' : 'webhook-address'}>{url}</span>
      </>
    ),
  },
  { id: 'kinds', head: 'Sends', cell: kindsWords },
  { id: 'lastSuccess', head: 'Last success', className: 'tnum', cell: lastSuccess },
  { id: 'waiting', head: 'Waiting', align: 'right', className: 'tnum', cell: ({ waiting }) => showNumber(waiting) },
  {
    id: 'dead',
    head: 'Dead',
    align: 'right',
    className: 'tnum',
    cell: ({ dead }) => (dead > 0 ? <span className="over">{showNumber(dead)}</span> : '0'),
  },
]

export function WebhooksTable({ companyId }: { companyId: string }) {
  const list = useCall(listWebhooks, { params: { companyId } }, { keep: true, every: lookEvery })
  const to = useScopedPath()
  const [adding, setAdding] = useState(false)
  if (list.error && !list.data) return <ReadFailed what="webhooks" error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data?.data
  const now = new Date(list.dataUpdatedAt).toISOString()
  const isFull = (rows?.length ?? 0) >= maxWebhooks
  return (
    <div className="webhooks-page">
      <PagedTable
        label="Webhooks"
        columns={columns(now)}
        rows={rows}
        rowKey={({ _id }) => _id}
        rowHref={({ _id }) => to('/company/webhook', {}, { id: _id })}
        above={
          <>
            <a className="link" href="/api/docs">
              The calls
            </a>
            <span className="spacer" />
            <Button
              variant="primary"
              size="s"
              icon={IconPlus}
              disabledReason={isFull ? `A company can have at most ${maxWebhooks} webhooks` : null}
              onClick={() => setAdding(true)}
            >
              New webhook
            </Button>
          </>
        }
        empty={
          <EmptyState
            title="No webhooks yet"
            icon={IconWebhook}
            actions={
              <Button variant="primary" icon={IconPlus} onClick={() => setAdding(true)}>
                New webhook
              </Button>
            }
          >
            With a webhook, GYA calls your system each time something happens, such as an accepted offer or an exchange. Your
            website or accounts know within seconds, without polling. Each call is signed, and is retried for {webhookRetryWindow}{' '}
            if it cannot be delivered.
          </EmptyState>
        }
        card={(webhook) => (
          <>
            <div className="r1">
              <WebhookLightSign webhook={webhook} now={now} />
              <span className="spacer" />
              <span className="mut">{kindsWords(webhook)}</span>
            </div>
            <div className="r2">{webhook.description}</div>
            <div className="r2 mut webhook-address">{webhook.url}</div>
            <div className="r3 mut tnum">
              Last success {lastSuccess(webhook)} · {showNumber(webhook.waiting)} waiting · {showNumber(webhook.dead)} dead
            </div>
          </>
        )}
      />
      {adding && <WebhookDialog companyId={companyId} onClose={() => setAdding(false)} />}
    </div>
  )
}
