import { readSignInPolicy } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { SignInPolicyForm } from '../../features/second-factors/sign-in-policy-form.tsx'
import { signInViews } from '../../features/single-sign-on/sign-in-views.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/sign-in: how the users of a company sign in. */
export default function CompanySignInPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data, error, refetch } = useCall(readSignInPolicy, { params: { companyId } }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Sign-in" title="Sign-in">
      <ScreenViewLinks of={signInViews} current="/company/sign-in" />
      {data ? (
        <SignInPolicyForm key={companyId} companyId={companyId} policy={data} />
      ) : error ? (
        <ReadFailed what="sign-in settings" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={5} />
        </div>
      )}
    </CompanyPage>
  )
}
