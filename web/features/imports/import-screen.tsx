import './imports.css'
import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { readImport } from '@gya/domain/features/imports/imports.contract.ts'
import { isBusy } from '@gya/domain/features/imports/imports.rules.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ImportCheck } from './import-check.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportFiles } from './import-files.tsx'
import { ImportFoot } from './import-foot.tsx'
import { ImportRail } from './import-rail.tsx'
import { ImportReport } from './import-report.tsx'
import { importSteps, nextStep } from './import-steps.ts'
import { InterruptedJob } from './interrupted-job.tsx'
import { noShare } from './share-imported.tsx'

/** Polling interval while a job runs, in milliseconds. */
const progressEvery = 1_000

type Props = { companyId: string; importId: string }

/** An import: Files, Columns, Check, Import. Shows the step of the URL, by default the next one. */
export function ImportScreen({ companyId, importId }: Props) {
  const params = { companyId, importId }
  const [busy, setBusy] = useState(false)
  const [share, setShare] = useState(noShare)
  const { data: one, error, refetch } = useCall(readImport, { params }, busy ? { every: progressEvery } : {})
  const { data: branches } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '100' } })
  const chosen = useSearchParam('step')
  const isNowBusy = one !== undefined && (isBusy(one.state) || one.vendors?.isSending === true)
  if (one && isNowBusy !== busy) setBusy(isNowBusy)
  if (!one)
    return error ? (
      <ErrorState title="The import could not be read." onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    ) : (
      <SkeletonForm fields={4} />
    )
  const step = importSteps.find((known) => known === chosen) ?? nextStep(one)
  const read = one.files.filter(({ state }) => state === 'read')
  return (
    <div className="imports">
      <ImportRail one={one} step={step} />
      <InterruptedJob companyId={companyId} one={one} />
      {one.state === 'failed' && one.failure && <Notice title="This import has ended">{one.failure}</Notice>}
      {step === 'files' && <ImportFiles companyId={companyId} one={one} />}
      {step === 'columns' &&
        read.map((file) => (
          <ImportColumns key={file._id} companyId={companyId} one={one} file={file} branches={branches?.data ?? []} />
        ))}
      {step === 'columns' && read.length === 0 && (
        <EmptyState title="No file has been read yet.">Add one under Files.</EmptyState>
      )}
      {step === 'check' &&
        (one.position > 0 && one.state !== 'checking' ? (
          <ImportCheck key={one.position} companyId={companyId} one={one} share={share} onShare={setShare} />
        ) : (
          <EmptyState title={one.state === 'checking' ? 'Checking every row.' : 'Not checked yet.'}>
            Nothing is written until you have seen every row.
          </EmptyState>
        ))}
      {step === 'import' &&
        (one.confirmedOn === null ? (
          <EmptyState title="Nothing is written yet.">Check every row, then import.</EmptyState>
        ) : (
          <ImportReport companyId={companyId} one={one} />
        ))}
      <ImportFoot companyId={companyId} one={one} share={share} />
    </div>
  )
}
