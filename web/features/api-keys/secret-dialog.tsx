import type { Wire } from '@gya/domain/endpoint.ts'
import type { listApiKeys } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { curlLine } from '@gya/domain/features/api-keys/curl-line.ts'
import { ShownOnceDialog } from '../../lib/forms/shown-once-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CopyText } from '../../ui/overlays/copy-text.tsx'

export type Key = Wire<typeof listApiKeys, 'response'>['data'][number]

type Props = { companyId: string; of: Key; secret: string; onClose: () => void }

/** "The secret once with *Copy* and a curl line that works." [connect §3](docs/design/connect.md#3). */
export function SecretDialog({ companyId, of: made, secret, onClose }: Props) {
  const line = curlLine({ origin: window.location.origin, companyId, scopes: made.scopes, secret })
  return (
    <ShownOnceDialog
      title={`Key “${made.name}”`}
      intro={<p>Put it where the program reads its secrets. It is not shown again.</p>}
      secret={secret}
      copyLabel="Copy key"
      doneLabel="I have saved it"
      onClose={onClose}
    >
      <Notice tone="warn">Anyone who has this key can use all of its rights. If it leaks, revoke it here.</Notice>
      {line && (
        <>
          <p>To try it in a terminal:</p>
          <CopyText label="Copy line">{line}</CopyText>
        </>
      )}
    </ShownOnceDialog>
  )
}
