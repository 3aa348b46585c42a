import { readCompanyRecord } from '@gya/domain/features/record/record.contract.ts'
import { useState } from 'react'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CheckpointAddresses } from '../../features/record/checkpoint-addresses.tsx'
import { CheckpointTable } from '../../features/record/checkpoint-table.tsx'
import { VerdictPanel } from '../../features/record/verdict-panel.tsx'
import { VerifyRecord } from '../../features/record/verify-record.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'

/** Polling interval of a running verification in milliseconds. */
const progressEvery = 1_000

/** /company/record: the verification of the record, its checkpoints and their recipients. */
export default function RecordPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Record" title="Record">
      {company && <CompanyRecord key={company} companyId={company} />}
    </CompanyPage>
  )
}

function CompanyRecord({ companyId }: { companyId: string }) {
  const [running, setRunning] = useState(false)
  const { data, error, refetch } = useCall(readCompanyRecord, { params: { companyId } }, running ? { every: progressEvery } : {})
  const isRunning = data?.verification?.finishedOn === null
  if (data && isRunning !== running) setRunning(isRunning)
  if (!data)
    return error ? (
      <ErrorState title="The record could not be read." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    ) : (
      <SkeletonForm fields={4} />
    )
  const { verification, checkpoint } = data
  return (
    <div className="record-grid">
      <div className="column">
        {verification?.verdict ? (
          <VerdictPanel verdict={verification.verdict} />
        ) : (
          <FormPanel title={isRunning ? 'Being verified' : 'Not verified yet'}>
            <p>
              {checkpoint
                ? `Signed up to entry ${checkpoint.position.toLocaleString('en-GB')}.`
                : 'No checkpoint has been signed yet.'}
            </p>
          </FormPanel>
        )}
        <VerifyRecord companyId={companyId} record={data} />
        <CheckpointAddresses key={data.version} companyId={companyId} record={data} />
      </div>
      <CheckpointTable companyId={companyId} />
    </div>
  )
}
