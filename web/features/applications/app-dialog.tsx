import './applications.css'
import { type ApiScope, apiScopes } from '@gya/domain/access/api-scopes.ts'
import { addApp, type ConnectedApp, updateApp } from '@gya/domain/features/applications/applications.contract.ts'
import { maxAppName, maxClientId, maxRedirectLength } from '@gya/domain/features/applications/applications.rules.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { appAllowed } from './applications.messages.ts'
import { ScopeChoice } from './scope-choice.tsx'

const LeavesGya = () => (
  <Notice tone="warn">What it reads leaves GYA: names, telephone numbers, messages. Check your contract with its maker.</Notice>
)

type Props = { companyId: string; onClose: () => void }

/** Allows an application that somebody asked for, or changes what it may have. */
export function AllowDialog({ companyId, app, onClose }: Props & { app: ConnectedApp }) {
  const saving = useSave(updateApp, appAllowed)
  const [scopes, setScopes] = useState<ApiScope[]>(app.scopes)
  const save = async () => {
    const body = { state: 'allowed' as const, scopes, version: app.version }
    if (await saving.save({ params: { companyId, appId: app._id }, body })) onClose()
  }
  return (
    <CallDialog
      title={`Allow ‘${app.name}’`}
      saving={saving}
      messages={appAllowed}
      saveLabel="Allow"
      disabledReason={scopes.length === 0 ? 'Choose what it may do' : null}
      onSave={save}
      onClose={onClose}
    >
      <p>
        People of your company can connect the application at <b>{app.host}</b>. It acts for each of them and sees at most what
        they see.
      </p>
      <LeavesGya />
      <ScopeChoice legend="It may have" offered={apiScopes} chosen={scopes} onChange={setScopes} />
    </CallDialog>
  )
}

/** Allows an application that nobody has asked for. */
export function AddAppDialog({ companyId, onClose }: Props) {
  const saving = useSave(addApp, appAllowed)
  const [way, setWay] = useState<'address' | 'registered'>('address')
  const [clientId, setClientId] = useState('')
  const [name, setName] = useState('')
  const [redirect, setRedirect] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>([])
  const isNamed = way === 'address' ? clientId.trim() !== '' : name.trim() !== '' && redirect.trim() !== ''
  const whyNot = !isNamed ? 'Say which application' : scopes.length === 0 ? 'Choose what it may do' : null
  const issueOf = (path: string) => saving.error?.issues.find((issue) => issue.path.startsWith(path))?.message
  const refused = ['clientId', 'name', 'redirectUris'].some((path) => issueOf(path) !== undefined)
  const save = async () => {
    const which = way === 'address' ? { clientId: clientId.trim() } : { name, redirectUris: [redirect.trim()] }
    if (await saving.save({ params: { companyId }, body: { ...which, scopes } })) onClose()
  }
  return (
    <CallDialog
      title="Allow an application"
      saving={saving}
      messages={appAllowed}
      saveLabel="Allow"
      disabledReason={whyNot}
      dirty={isNamed}
      isRefusedAtField={refused}
      onSave={save}
      onClose={onClose}
    >
      <SegmentedField
        label="The application"
        options={[
          { value: 'address', label: 'Describes itself' },
          { value: 'registered', label: 'Is registered here' },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'address' ? (
        <TextField
          label="Address"
          hint="Its maker names it, such as https://assistant.example/client.json."
          value={clientId}
          onChange={setClientId}
          maxLength={maxClientId}
          error={issueOf('clientId')}
          required
        />
      ) : (
        <>
          <TextField label="Name" value={name} onChange={setName} maxLength={maxAppName} error={issueOf('name')} required />
          <TextField
            label="Goes back to"
            hint="The redirect address that its maker names. You get a client id to enter there."
            value={redirect}
            onChange={setRedirect}
            maxLength={maxRedirectLength}
            error={issueOf('redirectUris')}
            required
          />
        </>
      )}
      <LeavesGya />
      <ScopeChoice legend="It may have" offered={apiScopes} chosen={scopes} onChange={setScopes} />
    </CallDialog>
  )
}
