import './webhooks.css'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { Webhook, WebhookMessage } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { triesOf } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import { classNames } from '../../ui/class-names.ts'
import { lightOf, triesWords } from './webhook-words.ts'

/** "A light (green delivered in the last hour, amber failing, grey off)." [connect §4](docs/design/connect.md#4). */
export function WebhookLightSign({ webhook, now }: { webhook: Webhook; now: Instant }) {
  const { tone, label } = lightOf(webhook, now)
  return (
    <span className={classNames('light', 'webhook-light', tone)}>
      <i aria-hidden="true" />
      {label}
    </span>
  )
}

/** "Tries as a row of dots." [connect §4](docs/design/connect.md#4). */
export function TryDots({ message }: { message: WebhookMessage }) {
  const words = triesWords(message)
  return (
    <span className="try-dots" data-tip={words}>
      {triesOf(message)
        .map((state, index) => ({ state, key: `try-${index}` }))
        .map(({ state, key }) => (
          <i key={key} className={state} aria-hidden="true" />
        ))}
      <span className="vh">{words}</span>
    </span>
  )
}
