import { readDaySettings } from '@gya/domain/features/day-settings/day-settings.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { DaySettingsForm } from '../../features/day-settings/day-settings-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/today: settings of Today for the company. */
export default function CompanyTodayPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readDaySettings, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Today" title="Settings of Today">
      {data ? (
        <DaySettingsForm key={companyId} companyId={companyId} settings={data} />
      ) : error ? (
        <ReadFailed what="settings" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={6} />
        </div>
      )}
    </CompanyPage>
  )
}
