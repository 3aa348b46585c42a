import { readProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { DomainsPanel } from '../../features/single-sign-on/domains-panel.tsx'
import { ProviderForm } from '../../features/single-sign-on/provider-form.tsx'
import { signInViews } from '../../features/single-sign-on/sign-in-views.ts'
import { TestSignIn } from '../../features/single-sign-on/test-sign-in.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/single-sign-on: the company's provider, its domains, and whether it is required. */
export default function CompanySingleSignOnPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readProvider, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Single sign-on" title="Sign-in">
      <ScreenViewLinks of={signInViews} current="/company/single-sign-on" />
      {data ? (
        <div className="grid1 sso-page">
          <div className="grid1 narrow">
            <DomainsPanel companyId={companyId} settings={data} />
            <TestSignIn companyId={companyId} settings={data} />
          </div>
          <ProviderForm key={companyId} companyId={companyId} settings={data} />
        </div>
      ) : error ? (
        <ReadFailed what="sign-in settings" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={7} />
      )}
    </CompanyPage>
  )
}
