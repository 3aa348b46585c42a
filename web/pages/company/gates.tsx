import { readGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { GatesForm } from '../../features/gates/gates-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/gates: checks required before an offer is accepted, and before exchange. */
export default function CompanyGatesPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readGateTemplate, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Gates" title="Gates">
      {data ? (
        <GatesForm key={companyId} companyId={companyId} saved={data} />
      ) : error ? (
        <ReadFailed what="gates" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={8} />
        </div>
      )}
    </CompanyPage>
  )
}
