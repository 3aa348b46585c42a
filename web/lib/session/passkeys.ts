import type { Wire } from '@gya/domain/endpoint.ts'
import type { addPasskey, startPasskey } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import type { signInWithPasskey, startPasskeySignIn } from '@gya/domain/features/sign-in/sign-in.contract.ts'

/** WebAuthn in the browser. The library is loaded when a passkey is used. */
const webAuthn = () => import('@simplewebauthn/browser')

const isAddress = (hostname: string): boolean => /^[\d.]+$|:/.test(hostname)

/** Returns why passkeys cannot be used here; null if they can. */
export function whyNoPasskeys(host?: string): string | null {
  if (!('PublicKeyCredential' in globalThis)) return 'This browser has no passkeys.'
  if (isAddress(location.hostname)) return `Passkeys need this site to be opened by its name${host ? `: ${host}` : ''}.`
  return null
}

/** Requests a passkey from the browser. Rejects if the user cancels. */
export async function askForPasskey(
  options: Wire<typeof startPasskeySignIn, 'response'>['options'],
): Promise<Wire<typeof signInWithPasskey, 'body'>['passkey']> {
  const { startAuthentication } = await webAuthn()
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  }
}

/** Lets the browser create a passkey. Rejects if the user cancels. */
export async function createPasskey(
  options: Wire<typeof startPasskey, 'response'>['options'],
): Promise<Wire<typeof addPasskey, 'body'>['passkey']> {
  const { startRegistration } = await webAuthn()
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  }
}
