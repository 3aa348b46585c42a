import { randomInt } from 'node:crypto'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  openProvider,
  returnFromProvider,
  startSignIn,
  startSsoConfirmation,
} from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { domainOf, type SsoRefusal, ssoRefusalCodes } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { FastifyInstance } from 'fastify'
import { readSessionToken } from '../../http/access/caller.ts'
import { logSecurityEvent, recordSecurityEvent } from '../../http/access/security-events.ts'
import { isPageRequest, type RedirectContext, registerRedirect } from '../../http/route/register-redirect.ts'
import { type CallContext, registerRoute } from '../../http/route/register-route.ts'
import { OutgoingError } from '../../infra/safe-http.ts'
import { hashToken } from '../../infra/secrets.ts'
import { renewSessionToken } from '../sessions/renew-token.ts'
import { findSessionOf, markIdentityConfirmed } from '../sessions/sessions.repository.ts'
import { openSession } from '../sign-in/open-session.ts'
import { accountOfIdentity, IdentityRefusedError } from './accounts-of-provider.ts'
import {
  authorizationUrl,
  discoverProvider,
  ProviderAnswerError,
  type ProviderIdentity,
  redeemCode,
  toDetail,
} from './provider-client.ts'
import { findCompanyOfDomain, findProviderToUse, markTested, type UsableProvider } from './providers.repository.ts'
import {
  type Attempt,
  type AttemptPurpose,
  consumeAttempt,
  createAttempt,
  newAttemptSecrets,
  openTicket,
  sealTicket,
} from './sso-attempts.ts'
import { ensureBrowserToken, isForeignLink, readBrowserToken, redirectUriOf, sameOriginPath, ssoUrl } from './sso-browser.ts'

/** A refusal during the redirect to the provider or back. `detail` is recorded in the audit log only. */
class SsoRefusedError extends Error {
  readonly refusal: SsoRefusal
  readonly detail: string
  /** `null`: the company is unknown. */
  readonly attempt: Pick<Attempt, 'companyId' | 'purpose' | 'userId' | 'nextPath'> | null
  constructor(refusal: SsoRefusal, detail: string, attempt: SsoRefusedError['attempt'], cause?: unknown) {
    super(`single sign-on was refused: ${detail}`, { cause })
    this.name = 'SsoRefusedError'
    this.refusal = refusal
    this.detail = detail
    this.attempt = attempt
  }
}

/** Error codes of a provider which mean that the user cancelled. */
const cancellations = [
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'account_selection_required',
]

/** Sign-in, test sign-in and step-up with the provider. [trust §4.3](docs/design/trust.md#4.3). */
export function singleSignOnRoutes(app: FastifyInstance): void {
  const { database, secure, config, secrets, safeHttp } = app.gya
  const { publicUrl } = config

  registerRoute(app, startSignIn, async ({ body: { email }, db, now }) => {
    const found = await findCompanyOfDomain(db, domainOf(email) ?? '')
    if (!found) return { way: 'password' as const, ticket: null }
    const ticket = { companyId: found.company_id, purpose: 'sign-in' as const, userId: null, email }
    return { way: 'sso' as const, ticket: sealTicket(secrets, ticket, now) }
  })

  registerRoute(app, startSsoConfirmation, async ({ caller, now }) => {
    if (caller.sessionWay !== 'sso' || caller.companyId === null) throw new DomainError('FORBIDDEN')
    const ticket = { companyId: caller.companyId, purpose: 'confirm' as const, userId: caller.userId, email: null }
    return { url: ssoUrl(sealTicket(secrets, ticket, now)) }
  })

  registerRedirect(app, openProvider, {
    prepare: async ({ query, now, request }) => {
      const ticket = openTicket(secrets, query.ticket, now)
      if (!ticket) throw new SsoRefusedError('expired', 'ticket', null)
      if (isForeignLink(request, config)) throw new SsoRefusedError('expired', 'foreign-page', { ...ticket, nextPath: null })
      const attempt = { ...ticket, nextPath: sameOriginPath(query.next, publicUrl) }
      const provider = await providerOf(attempt)
      const kept = newAttemptSecrets()
      const { settings, domains } = provider
      const client = await discoverProvider(safeHttp, settings).catch((error: unknown) => {
        throw toRefusal(error, attempt)
      })
      const location = await authorizationUrl(client, settings.kind, {
        ...kept,
        redirectUri: redirectUriOf(publicUrl),
        email: ticket.email,
        domain: (ticket.email && domainOf(ticket.email)) ?? domains[0] ?? null,
        again: ticket.purpose === 'confirm',
      })
      return { attempt, kept, location, providerVersion: provider.version }
    },
    handle: async ({ db, now, request, reply, prepared: { attempt, kept, location, providerVersion } }) => {
      const browser = ensureBrowserToken(request, reply, secure)
      await createAttempt(db, secrets, { ...attempt, ...kept, providerVersion, browser, now })
      return location
    },
    refused: answerRefusal,
  })

  registerRedirect(app, returnFromProvider, {
    prepare: async ({ query, now, request }) => {
      const browser = readBrowserToken(request, secure)
      const attempt = await consumeAttempt(database.db, secrets, { state: query.state ?? '', browser, now })
      if (!attempt) throw new SsoRefusedError('expired', 'state', null)
      if (query.error !== undefined) {
        const isCancelled = cancellations.includes(query.error)
        throw new SsoRefusedError(isCancelled ? 'cancelled' : 'refused', toDetail(query.error), attempt)
      }
      const provider = await providerOf(attempt)
      try {
        const client = await discoverProvider(safeHttp, provider.settings)
        const back = new URL(`${redirectUriOf(publicUrl)}${new URL(request.url, publicUrl).search}`)
        const identity = await redeemCode(client, back, { ...attempt, again: attempt.purpose === 'confirm' })
        return { attempt, provider, identity }
      } catch (error) {
        throw toRefusal(error, attempt)
      }
    },
    handle: async (context) => {
      const { attempt } = context.prepared
      try {
        return await finish[attempt.purpose](context)
      } catch (error) {
        throw toRefusal(error, attempt)
      }
    },
    refused: answerRefusal,
  })

  type Returned = RedirectContext<typeof returnFromProvider> & {
    prepared: { attempt: Attempt; provider: UsableProvider; identity: ProviderIdentity }
  }

  const finish: Record<AttemptPurpose, (context: Returned) => Promise<string>> = {
    'sign-in': async (context) => {
      const { attempt, provider, identity } = context.prepared
      const account = await accountOfIdentity({ ...context, publicUrl }, provider, identity, { mayMake: true })
      await openSession(context, app.gya, account, { way: 'sso', second: 'none' })
      return attempt.nextPath ?? '/'
    },
    test: async (context) => {
      const { attempt, provider, identity } = context.prepared
      const account = await accountOfIdentity({ ...context, publicUrl }, provider, identity, { mayMake: false })
      await requireOwnSession(context, account.id)
      const { companyId } = attempt
      await markTested(context.db, companyId, { version: attempt.providerVersion, by: account.id, now: context.now })
      const data = { provider: provider.settings.kind }
      await recordSecurityEvent(context, { kind: 'provider-tested', companyId, userId: account.id, data })
      return withResult(attempt.nextPath, { sso: 'tested' })
    },
    confirm: async (context) => {
      const { attempt, provider, identity } = context.prepared
      const account = await accountOfIdentity({ ...context, publicUrl }, provider, identity, { mayMake: false })
      const sessionLogId = await requireOwnSession(context, account.id)
      await markIdentityConfirmed(context.db, sessionLogId, context.now)
      await renewSessionToken(context, app.gya)
      const { companyId } = attempt
      await recordSecurityEvent(context, { kind: 'identity-confirmed', companyId, userId: account.id, sessionLogId })
      return '/login?sso=confirmed'
    },
  }

  /** The user who returns must be the one who started the attempt, with a valid session in this browser. Returns the session's log id. */
  async function requireOwnSession({ prepared: { attempt }, db, now, request }: Returned, userId: string): Promise<string> {
    if (attempt.userId !== userId) throw new SsoRefusedError('not-for-you', 'another-account', attempt)
    const session = readSessionToken(request, secure)
    const found = session && (await findSessionOf(db, { hash: hashToken(session.token), userId, now }))
    if (!found) throw new SsoRefusedError('expired', 'session', attempt)
    return found
  }

  async function providerOf(attempt: NonNullable<SsoRefusedError['attempt']>): Promise<UsableProvider> {
    const provider = await findProviderToUse(database.db, secrets, attempt.companyId)
    if (!provider) throw new SsoRefusedError('refused', 'no-provider', attempt)
    return provider
  }

  /**
   * "Refusals of the provider are words on the sign-in page with a number, details only in the audit." Clients other than browsers get
   * an error response.
   */
  async function answerRefusal(context: CallContext<typeof openProvider | typeof returnFromProvider>, error: unknown) {
    const { request } = context
    if (!(error instanceof SsoRefusedError)) throw error
    const { refusal, detail, attempt } = error
    const number = String(randomInt(100_000, 1_000_000))
    const data = { number, reason: refusal, detail, ...(attempt ? { purpose: attempt.purpose } : {}) }
    if (attempt) {
      const { companyId, userId } = attempt
      const recording = { ...context, db: database.db }
      await recordSecurityEvent(recording, { kind: 'single-sign-on-refused', companyId, userId: null, aboutUserId: userId, data })
    } else logSecurityEvent(request, 'single-sign-on-refused', { ...data, companyId: platformCompanyId })
    if (!isPageRequest(request)) throw new DomainError(ssoRefusalCodes[refusal], { details: { number }, cause: error })
    if (attempt?.purpose === 'test') return withResult(attempt.nextPath, { sso: refusal, number })
    return withResult('/login', { sso: refusal, number, ...(attempt?.purpose === 'confirm' ? { window: '1' } : {}) })
  }
}

const withResult = (path: string | null, result: Record<string, string>): string => {
  const [place = '/', search = ''] = (path ?? '/').split('?')
  return `${place}?${new URLSearchParams([...new URLSearchParams(search), ...Object.entries(result)]).toString()}`
}

function toRefusal(error: unknown, attempt: NonNullable<SsoRefusedError['attempt']>): unknown {
  if (error instanceof OutgoingError) return new SsoRefusedError('unreachable', error.problem, attempt, error)
  if (error instanceof ProviderAnswerError) return new SsoRefusedError('refused', error.detail, attempt, error)
  if (error instanceof IdentityRefusedError) return new SsoRefusedError('not-for-you', error.problem, attempt, error)
  return error
}
