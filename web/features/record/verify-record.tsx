import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readCompanyRecord, verifyCompanyRecord } from '@gya/domain/features/record/record.contract.ts'
import { IconShieldSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { verificationStarted } from './record.messages.ts'

type CompanyRecord = Wire<typeof readCompanyRecord, 'response'>

/** "Verify now", and comparison with a checkpoint from an e-mail. */
export function VerifyRecord({ companyId, record }: { companyId: string; record: CompanyRecord }) {
  const [pasted, setPasted] = useState('')
  const { save, pending, error, overlay } = useSave(
    verifyCompanyRecord,
    verificationStarted,
    ({ code }) => code === 'NOT_A_CHECKPOINT',
  )
  const { verification } = record
  const running = verification !== null && verification.finishedOn === null
  const verify = (body: { checkpoint?: string }) => void save({ params: { companyId }, body })
  const compare = (event: FormEvent) => {
    event.preventDefault()
    verify({ checkpoint: pasted })
  }
  return (
    <FormPanel title="Verify">
      {overlay}
      <p>
        The record has {showCount(record.length, 'entry', 'entries')}
        {record.unsealed > 0 && `, and ${showCount(record.unsealed, 'entry', 'entries')} being sealed`}.{' '}
        {verification?.finishedOn && `Last verified ${showDateTime(verification.finishedOn)}.`}
      </p>
      {running && (
        <p className="verifying" role="status">
          <progress max={Math.max(1, verification.total)} value={verification.done} aria-label="Entries verified" />
          <span className="tnum">
            {verification.done.toLocaleString('en-GB')} of {verification.total.toLocaleString('en-GB')}
          </span>
        </p>
      )}
      <p>
        <Button icon={IconShieldSearch} variant="primary" pending={pending || running} onClick={() => verify({})}>
          Verify now
        </Button>
      </p>
      <form className="compare" onSubmit={compare}>
        <TextAreaField
          label="Compare with an e-mail you kept"
          hint="Paste the e-mail with a checkpoint, or its last lines. It may be quoted."
          value={pasted}
          onChange={(text) => setPasted(text ?? '')}
          rows={4}
          error={error?.code === 'NOT_A_CHECKPOINT' ? error.message : undefined}
        />
        <Button
          type="submit"
          pending={pending || running}
          disabledReason={pasted.trim() === '' ? 'Paste an e-mail first.' : null}
        >
          Compare
        </Button>
      </form>
    </FormPanel>
  )
}
