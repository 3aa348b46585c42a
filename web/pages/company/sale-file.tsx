import { readSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { SaleFileForm } from '../../features/sale-file/sale-file-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/sale-file: which parts of the sale's file the company uses. */
export default function SaleFilePage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readSaleFile, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Customer checks" title="Customer checks">
      {data ? (
        <SaleFileForm key={companyId} companyId={companyId} saved={data} />
      ) : error ? (
        <ReadFailed what="settings" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={4} />
        </div>
      )}
    </CompanyPage>
  )
}
