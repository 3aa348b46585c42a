import './webhooks.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { listWebhooks, testWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { Webhook } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { type WebhookAct, WebhookActDialog } from './webhook-act-dialog.tsx'
import { WebhookLightSign } from './webhook-light.tsx'
import { WebhookMessages } from './webhook-messages.tsx'
import { kindsWords, stateSentence, typeWords } from './webhook-words.ts'
import { webhookTested } from './webhooks.messages.ts'

type Props = { companyId: string; webhookId: string }

/** Refetch interval in milliseconds. */
const lookEvery = 10_000

/** The page of one endpoint: state, actions and messages. */
export function WebhookScreen({ companyId, webhookId }: Props) {
  const list = useCall(listWebhooks, { params: { companyId } }, { every: lookEvery })
  const to = useScopedPath()
  if (!list.data)
    return list.error ? (
      <ReadFailed what="webhook" error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <SkeletonForm fields={3} />
    )
  const webhook = list.data.data.find(({ _id }) => _id === webhookId)
  if (!webhook)
    return (
      <EmptyState title="No webhook found." actions={<LinkButton to={to('/company/webhooks')}>Webhooks</LinkButton>}>
        It may have been deleted.
      </EmptyState>
    )
  return (
    <div className="webhooks-page">
      <WebhookPanel companyId={companyId} webhook={webhook} now={new Date(list.dataUpdatedAt).toISOString()} />
      <WebhookMessages companyId={companyId} webhook={webhook} />
    </div>
  )
}

function WebhookPanel({ companyId, webhook, now }: { companyId: string; webhook: Webhook; now: string }) {
  const [act, setAct] = useState<WebhookAct | null>(null)
  const isOff = webhook.state === 'off'
  const { kinds, waiting, dead, missed, lastSuccessOn, oldSecretUntil } = webhook
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Sends', kinds.length > 2 ? kinds.map(typeWords).join(', ') : kindsWords(webhook)],
    ['Branches', useBranchWords(companyId, webhook)],
    ['Last success', lastSuccessOn ? showDateTime(lastSuccessOn) : 'Never'],
    ['Waiting', waiting.toLocaleString('en-GB')],
    ['Dead', dead.toLocaleString('en-GB')],
    ...(isOff ? [['Missed', missed.toLocaleString('en-GB')] as const] : []),
    ...(oldSecretUntil && oldSecretUntil > now ? [['Old secret also signs until', showDateTime(oldSecretUntil)] as const] : []),
  ]
  return (
    <FormPanel
      className="webhook-panel"
      title={webhook.description || 'Webhook'}
      aside={<WebhookLightSign webhook={webhook} now={now} />}
    >
      <div>
        <p className="webhook-address">{webhook.url}</p>
        <p className="mut">{stateSentence(webhook)}</p>
      </div>
      <dl className="webhook-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tnum">{value}</dd>
          </div>
        ))}
      </dl>
      <Acts companyId={companyId} webhook={webhook} onAct={setAct} />
      {act && <WebhookActDialog act={act} companyId={companyId} webhook={webhook} onClose={() => setAct(null)} />}
    </FormPanel>
  )
}

function useBranchWords(companyId: string, { branchIds }: Webhook): string {
  const branches = useBranchOptions(companyId, true)
  if (branchIds === null) return 'All'
  return branches.flatMap(({ value, label }) => (branchIds.includes(value) ? [label] : [])).join(', ')
}

type ActsProps = { companyId: string; webhook: Webhook; onAct: (act: WebhookAct) => void }

/** The actions of an endpoint and the result of its last test. */
function Acts({ companyId, webhook, onAct }: ActsProps) {
  const test = useSave(testWebhook, webhookTested)
  const [result, setResult] = useState<{ success: boolean; text: string } | null>(null)
  const sendTest = async () => {
    setResult(null)
    const answer = await test.save({ params: { companyId, webhookId: webhook._id } })
    if (!answer) return
    const { success, status, ms, words } = answer
    setResult({ success, text: success ? `The test message was accepted: ${status} after ${ms} ms.` : `${words} (${ms} ms)` })
  }
  const isOff = webhook.state === 'off'
  return (
    <>
      {test.overlay}
      {test.error && <Notice tone="bad">{refusalText(test.error, webhookTested.failure)}</Notice>}
      {result && <Notice tone={result.success ? 'good' : 'bad'}>{result.text}</Notice>}
      <div className="webhook-acts">
        {isOff && (
          <Button variant="primary" onClick={() => onAct('switch-on')}>
            Switch on
          </Button>
        )}
        <Button pending={test.pending} onClick={() => void sendTest()}>
          Test
        </Button>
        <Button onClick={() => onAct('change')}>Change</Button>
        <Menu
          label="More"
          items={[
            {
              label: 'Send again…',
              onSelect: () => onAct('replay'),
              disabledReason: isOff ? 'Switch it on first' : null,
            },
            { label: 'New secret…', onSelect: () => onAct('rotate') },
            'line',
            ...(isOff ? [] : [{ label: 'Switch off…', onSelect: () => onAct('switch-off') }]),
            { label: 'Delete…', danger: true, onSelect: () => onAct('delete') },
          ]}
        />
      </div>
    </>
  )
}
