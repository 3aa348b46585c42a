import { readForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ForecastSettingsForm } from '../../features/forecast/forecast-settings-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/forecast-settings: closed days, and whether progressors are compared. */
export default function CompanyForecastSettingsPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readForecastSettings, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Forecast settings" title="Forecast settings">
      {data ? (
        <ForecastSettingsForm key={companyId} companyId={companyId} settings={data} />
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
