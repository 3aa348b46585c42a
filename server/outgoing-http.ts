import type { Config } from './config.ts'
import { isDemoReceiver } from './features/webhooks/demo-receiver-address.ts'
import { type SafeHttp, safeHttp } from './infra/safe-http.ts'

/** For single sign-on; the test provider is on a loopback address. */
export const httpOfProviders = ({ publicUrl, ssoTestProvider }: Config): SafeHttp =>
  safeHttp({ ownHost: new URL(publicUrl).hostname, isTrusted: (address) => new URL(address).origin === ssoTestProvider })

/** Used by the app to test endpoints, and by the job that delivers to them. */
export const httpOfWebhooks = ({ publicUrl, webhookPrivate, demo }: Config): SafeHttp =>
  safeHttp({
    ownHost: new URL(publicUrl).hostname,
    isTrusted: (address) => webhookPrivate || (demo && isDemoReceiver(publicUrl, address)),
  })
