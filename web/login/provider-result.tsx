import { type SsoRefusal, ssoRefusals } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { useEffect } from 'react'
import { tellIdentityConfirmed } from '../lib/session/identity-confirmed.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useLogin } from './login-context.ts'

const isRefusal = (text: string): text is SsoRefusal => Object.hasOwn(ssoRefusals, text)

/**
 * The response of the company's provider: the `sso` parameter. "Refusals of the provider are words on the sign-in page with a number."
 * `confirmed`: this window was opened to confirm an identity, which has succeeded.
 */
export default function ProviderResult() {
  const parameters = new URLSearchParams(useLogin().search)
  const result = parameters.get('sso') ?? ''
  const isConfirmed = result === 'confirmed'
  useEffect(() => {
    if (!isConfirmed) return
    tellIdentityConfirmed()
    window.close()
  }, [isConfirmed])
  if (isConfirmed) return <Notice tone="good">It is you. You can close this window and go on in the other one.</Notice>
  if (!isRefusal(result)) return null
  return (
    <Notice tone={result === 'cancelled' ? 'info' : 'bad'}>
      {ssoRefusals[result]} {parameters.has('window') && 'You can close this window. '}
      {result !== 'cancelled' && `Number ${parameters.get('number')}.`}
    </Notice>
  )
}
