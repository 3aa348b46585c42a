import './webhooks.css'
import { openEventLabels, openEventTypes } from '@gya/domain/features/public-api/open-event-kinds.ts'
import { createWebhook, updateWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import type { Webhook } from '@gya/domain/features/webhooks/webhooks.model.ts'
import { useState } from 'react'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'
import { webhookAdded, webhookSaved } from './webhooks.messages.ts'

type Props = { companyId: string; editing?: Webhook | undefined; onClose: () => void }

const kindOptions = openEventTypes.map((value) => ({ value, label: openEventLabels[value] }))

/** Adds an endpoint and shows its secret once. With `editing`, updates an endpoint. */
export function WebhookDialog({ companyId, editing, onClose }: Props) {
  const branches = useBranchOptions(companyId, true)
  const adding = useSave(createWebhook, webhookAdded)
  const changing = useSave(updateWebhook, webhookSaved)
  const saving = editing ? changing : adding
  const [secret, setSecret] = useState<string | null>(null)
  const [url, setUrl] = useState(editing?.url ?? '')
  const [description, setDescription] = useState(editing?.description ?? '')
  const [all, setAll] = useState(editing ? editing.kinds.includes('*') : true)
  const [kinds, setKinds] = useState(openEventTypes.filter((type) => editing?.kinds.includes(type)))
  const [branchIds, setBranchIds] = useState(editing?.branchIds ?? [])
  if (secret !== null) return <WebhookSecretDialog title="Webhook added" secret={secret} onClose={onClose} />

  const whyNot = url.trim() === '' ? 'Enter an address' : !all && kinds.length === 0 ? 'Choose what is sent' : null
  const save = async () => {
    const body = {
      url: url.trim(),
      description,
      kinds: all ? (['*'] as const).slice() : kinds,
      branchIds: branchIds.length > 0 ? branchIds : null,
    }
    if (editing) {
      const params = { companyId, webhookId: editing._id }
      if (await changing.save({ params, body: { ...body, version: editing.version } })) onClose()
      return
    }
    const answer = await adding.save({ params: { companyId }, body })
    if (answer) setSecret(answer.secret)
  }
  const refused = saving.error?.issues.find(({ path }) => path === 'url')?.message
  return (
    <CallDialog
      title={editing ? 'Change webhook' : 'New webhook'}
      saving={saving}
      messages={webhookAdded}
      saveLabel={editing ? 'Save' : 'Add webhook'}
      disabledReason={whyNot}
      dirty={url !== (editing?.url ?? '')}
      isRefusedAtField={refused !== undefined}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="Where your program listens: https, on port 443 or 8443, and on the public internet."
        value={url}
        onChange={setUrl}
        maxLength={2000}
        error={refused}
        required
      />
      <TextField
        label="Description"
        hint="The system that receives the messages, such as “Website”."
        value={description}
        onChange={setDescription}
        maxLength={200}
        optional
      />
      <CheckField label="Send everything" hint="Includes kinds that are added later." checked={all} onChange={setAll} />
      {!all && (
        <MultiSelectField
          label="Send"
          options={kindOptions}
          value={kinds}
          onChange={setKinds}
          noneLabel="Choose kinds"
          required
        />
      )}
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
      <p className="mut t12">
        Messages hold ids, codes, days and amounts; never a name, address, e-mail, number or text. Who may know more reads it with
        a key.
      </p>
    </CallDialog>
  )
}
