import { readFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { FallOffReasonsForm } from '../../features/fall-offs/reasons-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/fall-offs: the company's fall-off reasons, and the wording of the consent question. */
export default function CompanyFallOffsPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readFallOffReasons, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Fall offs" title="Reasons of fall offs">
      {data ? (
        <FallOffReasonsForm key={companyId} companyId={companyId} saved={data} />
      ) : error ? (
        <ReadFailed what="reasons" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={8} />
        </div>
      )}
    </CompanyPage>
  )
}
