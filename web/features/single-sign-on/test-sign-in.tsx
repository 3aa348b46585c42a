import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readProvider, testProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { providerLabels, type SsoRefusal, ssoRefusals } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useSearchParams } from '../../lib/url-state/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { testStarted } from './single-sign-on.messages.ts'

type Settings = Wire<typeof readProvider, 'response'>

const isRefusal = (text: string): text is SsoRefusal => Object.hasOwn(ssoRefusals, text)

/** The result of the test, from the URL that the provider redirected to. */
function TestResult() {
  const { sso = '', number } = useSearchParams()
  if (sso === 'tested')
    return <Notice tone="good">Your test sign-in worked. It is now available to people in your domains.</Notice>
  if (!isRefusal(sso)) return null
  return (
    <Notice tone="bad" title="The test sign-in failed.">
      {' '}
      {sso === 'not-for-you'
        ? 'Sign in there with your own account, which must have the same e-mail address as your account here.'
        : ssoRefusals[sso]}{' '}
      The audit log has details under number {number}.
    </Notice>
  )
}

/** "It cannot be switched on before a test sign-in by the admin who does it." Leaves the page for the provider. */
export function TestSignIn({ companyId, settings: { provider, domains } }: { companyId: string; settings: Settings }) {
  const { save, pending, error, overlay } = useSave(testProvider, testStarted)
  const start = async () => {
    const answer = await save({ params: { companyId }, body: {} })
    if (answer) location.assign(answer.url)
  }
  if (!provider) return null
  const missing = domains.length === 0 ? 'A domain has to be confirmed first' : null
  return (
    <FormPanel title="Test sign-in">
      {overlay}
      <div className="grid1">
        <TestResult />
        {error && <Notice tone="bad">{error.message}</Notice>}
        <p>
          {provider.tested
            ? `Last tested ${provider.tested.byYou ? 'by you' : `by ${provider.tested.by}`} on ${showDateTime(provider.tested.on)}.`
            : 'These settings have not been tested, so the sign-in page does not offer them.'}{' '}
          You sign in at {providerLabels[provider.kind]} with your own account, and then return to this page.
        </p>
        <div>
          <Button pending={pending} disabledReason={missing} onClick={() => void start()}>
            Test sign-in
          </Button>
        </div>
      </div>
    </FormPanel>
  )
}
