import type { Wire } from '@gya/domain/endpoint.ts'
import { type readCompanyRecord, saveCheckpointAddresses } from '@gya/domain/features/record/record.contract.ts'
import { type FormEvent, useState } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { addressesSaved } from './record.messages.ts'

type CompanyRecord = Wire<typeof readCompanyRecord, 'response'>

/** The e-mail addresses for checkpoints. "At least one address outside the product's own domain is asked for." */
export function CheckpointAddresses({ companyId, record }: { companyId: string; record: CompanyRecord }) {
  const saved = record.addresses.join('\n')
  const [typed, setTyped] = useState(saved)
  const { save, pending, error, overlay } = useSave(saveCheckpointAddresses, addressesSaved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const addresses = typed.split(/[\s,;]+/).filter(Boolean)
    void save({ params: { companyId }, body: { addresses, version: record.version } })
  }
  const unchanged = typed.trim() === saved.trim()
  return (
    <FormPanel title="Recipients of checkpoints">
      {overlay}
      <p>
        Every night a signed checkpoint is e-mailed to{' '}
        {record.recipients.length > 0 ? <b>{record.recipients.join(', ')}</b> : 'nobody, because there is no administrator'}.
      </p>
      <form className="compare" onSubmit={submit}>
        <TextAreaField
          label="Addresses"
          hint="One per line. If empty, all company administrators get it. At least one should be outside this product's own domain."
          value={typed}
          onChange={(text) => setTyped(text ?? '')}
          rows={3}
          error={error ? (error.issues?.[0]?.message ?? error.message) : undefined}
        />
        <Button type="submit" pending={pending} disabledReason={unchanged ? 'Nothing has been changed.' : null}>
          Save
        </Button>
      </form>
    </FormPanel>
  )
}
