import './second-factors.css'
import { londonDay, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { fewRecoveryCodes } from '@gya/domain/features/second-factors/recovery-code.ts'
import { deletePasskey, deleteTotp, readFactors } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { IconDeviceMobile, IconKey, IconLifebuoy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { whyNoPasskeys } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Icon, type IconComponent } from '../../ui/icon.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { Tag } from '../../ui/tag.tsx'
import { passkeyRemoved, totpRemoved } from './second-factors.messages.ts'

type Factors = Wire<typeof readFactors, 'response'>
type Passkey = Factors['passkeys'][number]
type Opened = 'totp' | 'passkey' | 'codes' | 'remove-totp' | Passkey

const AddTotpDialog = lazyDialog(async () => (await import('./add-totp-dialog.tsx')).AddTotpDialog)
const AddPasskeyDialog = lazyDialog(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog)
const RecoveryCodesDialog = lazyDialog(async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog)

/** The second factors of one's own account: an authenticator app, passkeys and recovery codes. */
export function OwnFactors() {
  const { data: factors, error, refetch } = useCall(readFactors, {})
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!factors)
    return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={3} />
  const close = () => setOpened(null)
  // Users who lose their only device need another way to sign in.
  const afterAdding = () => setOpened(factors.recoveryCodesLeft === 0 ? 'codes' : null)
  return (
    <div className="factors">
      <FactorList factors={factors} onOpen={setOpened} />
      {opened === 'totp' && <AddTotpDialog onClose={close} onAdded={afterAdding} />}
      {opened === 'passkey' && <AddPasskeyDialog onClose={close} onAdded={afterAdding} />}
      {opened === 'codes' && <RecoveryCodesDialog hasCodes={factors.recoveryCodesLeft > 0} onClose={close} />}
      {opened === 'remove-totp' && (
        <ConfirmSaveDialog
          call={deleteTotp}
          input={{}}
          messages={totpRemoved}
          title="Remove the authenticator app?"
          confirmLabel="Remove"
          danger
          onClose={close}
        >
          <p>Its codes stop working. Delete the entry for GYA in the app as well.</p>
        </ConfirmSaveDialog>
      )}
      {opened !== null && typeof opened === 'object' && (
        <ConfirmSaveDialog
          call={deletePasskey}
          input={{ params: { passkeyId: opened._id } }}
          messages={passkeyRemoved}
          title={`Remove the passkey “${opened.name}”?`}
          confirmLabel="Remove"
          danger
          onClose={close}
        >
          <p>It no longer signs in. Delete it from the device or the password manager as well.</p>
        </ConfirmSaveDialog>
      )}
    </div>
  )
}

function FactorList({ factors, onOpen }: { factors: Factors; onOpen: (dialog: Opened) => void }) {
  const { totp, passkeys, recoveryCodesLeft: left, passkeyHost } = factors
  const hasFactor = totp !== null || passkeys.length > 0
  const noPasskeys = whyNoPasskeys(passkeyHost)
  return (
    <>
      <p className="mut">
        {hasFactor
          ? 'Signing in with your password asks for one of these as well. A passkey also signs in by itself.'
          : 'Signing in needs your password alone. With a second factor a stolen password is not enough.'}
      </p>
      {hasFactor && (
        <ul className="factor-list">
          {totp && (
            <Factor
              icon={IconDeviceMobile}
              name="Authenticator app"
              facts={`Added ${showDateTime(totp.addedOn)}`}
              action={
                <Button size="s" aria-label="Remove the authenticator app" onClick={() => onOpen('remove-totp')}>
                  Remove
                </Button>
              }
            />
          )}
          {passkeys.map((passkey) => (
            <Factor
              key={passkey._id}
              icon={IconKey}
              name={passkey.name}
              tag={<Tag>{passkey.synced ? 'Synced passkey' : 'Passkey'}</Tag>}
              facts={`Added ${showDate(londonDay(passkey.addedOn))}${passkey.lastUsedOn ? ` · Last used ${showDateTime(passkey.lastUsedOn)}` : ''}`}
              action={
                <Button size="s" aria-label={`Remove the passkey ${passkey.name}`} onClick={() => onOpen(passkey)}>
                  Remove
                </Button>
              }
            />
          ))}
          <Factor
            icon={IconLifebuoy}
            name="Recovery codes"
            tag={left <= fewRecoveryCodes && <Tag tone={left === 0 ? 'red' : 'amber'}>{left === 0 ? 'None' : 'Few left'}</Tag>}
            facts={
              left === 0
                ? 'For when your phone or key is lost.'
                : `${left} of 10 left. Each signs in once when your phone or key is lost.`
            }
            action={
              <Button size="s" onClick={() => onOpen('codes')}>
                {left === 0 ? 'Make codes' : 'Make new codes'}
              </Button>
            }
          />
        </ul>
      )}
      <div className="factor-actions">
        {!totp && <Button onClick={() => onOpen('totp')}>Add an authenticator app</Button>}
        <Button disabledReason={noPasskeys} onClick={() => onOpen('passkey')}>
          Add a passkey
        </Button>
      </div>
      {noPasskeys && <p className="mut t12">{noPasskeys}</p>}
    </>
  )
}

type FactorProps = { icon: IconComponent; name: string; tag?: ReactNode; facts: string; action: ReactNode }

const Factor = ({ icon, name, tag, facts, action }: FactorProps) => (
  <li>
    <Icon of={icon} size={20} />
    <div>
      <p className="factor-name">
        {name} {tag}
      </p>
      <p className="mut t12">{facts}</p>
    </div>
    {action}
  </li>
)
