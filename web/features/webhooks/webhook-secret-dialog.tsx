import { ShownOnceDialog } from '../../lib/forms/shown-once-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

type Props = { title: string; secret: string; onClose: () => void; children?: React.ReactNode }

/** Shows a new secret, "only in the answer that makes it", and how a receiver verifies messages with it. */
export const WebhookSecretDialog = ({ title, secret, onClose, children }: Props) => (
  <ShownOnceDialog
    title={title}
    intro={<p>Your program checks with this secret that a message is from GYA. It is not shown again.</p>}
    secret={secret}
    copyLabel="Copy secret"
    doneLabel="I have saved it"
    onClose={onClose}
  >
    {children}
    <Notice>
      Messages are signed as in the Standard Webhooks specification. Libraries exist for most languages, and{' '}
      <a href="/api/client.ts">our TypeScript client</a> has <code>verifyWebhook</code>.
    </Notice>
  </ShownOnceDialog>
)
