import './api-keys.css'
import { apiScopeLabels, type KeyScope, keyScopes } from '@gya/domain/access/api-scopes.ts'
import { createApiKey, updateApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { defaultKeyDays, maxKeyDays, maxKeyName, minKeyDays } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { keyMade, keySaved } from './api-keys.messages.ts'
import { type Key, SecretDialog } from './secret-dialog.tsx'

type Props = { companyId: string; onClose: () => void }

/** Creates a key and shows its secret once. With `editing`, updates a key. */
export function KeyDialog({ companyId, editing, onClose }: Props & { editing?: Key | undefined }) {
  const branches = useBranchOptions(companyId, true)
  const making = useSave(createApiKey, keyMade)
  const changing = useSave(updateApiKey, keySaved)
  const saving = editing ? changing : making
  const [made, setMade] = useState<{ of: Key; secret: string } | null>(null)
  const [name, setName] = useState(editing?.name ?? '')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(editing?.scopes ?? [])
  const [branchIds, setBranchIds] = useState<string[]>(editing?.branches?.map(({ _id }) => _id) ?? [])
  const [days, setDays] = useState<number | null>(defaultKeyDays)
  if (made) return <SecretDialog companyId={companyId} {...made} onClose={onClose} />

  const whyNot =
    name.trim() === ''
      ? 'Enter a name'
      : scopes.length === 0
        ? 'Choose what the key may do'
        : days === null || days < minKeyDays || days > maxKeyDays
          ? `It lasts ${minKeyDays} to ${maxKeyDays} days`
          : null
  const save = async () => {
    if (days === null) return
    const body = { name, scopes: [...scopes], branchIds: branchIds.length > 0 ? branchIds : null }
    if (editing) {
      const params = { companyId, keyId: editing._id }
      if (await changing.save({ params, body: { ...body, version: editing.version } })) onClose()
      return
    }
    const answer = await making.save({ params: { companyId }, body: { ...body, expiresInDays: days } })
    if (answer) setMade({ of: answer, secret: answer.secret })
  }
  const refused = saving.error?.issues.find(({ path }) => path === 'name')?.message
  return (
    <CallDialog
      title={editing ? `Change ${editing.name}` : 'New key'}
      saving={saving}
      messages={keyMade}
      saveLabel={editing ? 'Save' : 'Make key'}
      disabledReason={whyNot}
      dirty={name !== (editing?.name ?? '')}
      isRefusedAtField={refused !== undefined}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Where it is used, such as “Website”. The record shows it beside what the key changes."
        value={name}
        onChange={setName}
        maxLength={maxKeyName}
        error={refused}
        required
      />
      <fieldset className="key-choices">
        <legend>May</legend>
        {keyScopes.map((scope) => (
          <CheckField
            key={scope}
            label={apiScopeLabels[scope]}
            hint={scope}
            checked={scopes.includes(scope)}
            onChange={(on) => setScopes(keyScopes.filter((one) => (one === scope ? on : scopes.includes(one))))}
          />
        ))}
      </fieldset>
      {branches.length > 1 && (
        <MultiSelectField
          label="Branches"
          options={branches}
          value={branchIds}
          onChange={setBranchIds}
          noneLabel="All branches, including new ones"
          optional
        />
      )}
      {!editing && (
        <NumberField
          label="Lasts"
          unit="days"
          hint="You are reminded 14 and 2 days before it ends, and on the day."
          value={days}
          onChange={setDays}
          min={minKeyDays}
          max={maxKeyDays}
        />
      )}
    </CallDialog>
  )
}
