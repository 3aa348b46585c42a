import { showDateTime } from '@gya/domain/common/dates.ts'
import type { WebhookMessage } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyText } from '../../ui/overlays/copy-text.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TryDots } from './webhook-light.tsx'
import { answerWords, triesWords, typeWords } from './webhook-words.ts'

type Props = { message: WebhookMessage; whyNotResend: string | null; onResend: () => void; onClose: () => void }

/** The branch in the message body. */
const branchOf = ({ body }: WebhookMessage): string | null =>
  (JSON.parse(body) as { data: { branchId: string | null } }).data.branchId

/** Shows a message with the body that is sent. */
export function WebhookMessageDialog({ message, whyNotResend, onResend, onClose }: Props) {
  const branch = branchOf(message)
  const answer = answerWords(message)
  return (
    <Dialog
      open
      title={typeWords(message.type)}
      onClose={onClose}
      footer={
        <>
          {branch && message.propertyId && (
            <LinkButton to={scopedPath('/property/timeline', { branch, property: message.propertyId })}>Open property</LinkButton>
          )}
          <Button variant="primary" disabledReason={whyNotResend} onClick={onResend}>
            Send again
          </Button>
        </>
      }
    >
      <dl className="webhook-facts">
        <div>
          <dt>Position in the record</dt>
          <dd className="tnum">{message.position.toLocaleString('en-GB')}</dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd className="tnum">{showDateTime(message.createdOn)}</dd>
        </div>
        <div>
          <dt>Tries</dt>
          <dd>
            <TryDots message={message} />
          </dd>
        </div>
      </dl>
      <p>
        {triesWords(message)}.{answer && ` Last answer: ${answer}`}
      </p>
      <p>The body as it is sent:</p>
      <CopyText>{message.body}</CopyText>
    </Dialog>
  )
}
