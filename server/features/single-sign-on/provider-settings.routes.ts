import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  confirmDomain,
  deleteDomain,
  deleteProvider,
  readProvider,
  saveProvider,
  testProvider,
} from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import {
  issuerOf,
  type ProviderKind,
  type ProviderRole,
  tenantOf,
  whyNotRequire,
} from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { type CallContext, type HandlerContext, registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { OutgoingError } from '../../infra/safe-http.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findExistingBranches } from '../members/members.repository.ts'
import { readPepper } from '../second-factors/secret-key-check.ts'
import { logSessionsEnded } from '../sessions/sessions.repository.ts'
import { deleteSessionsWithoutProvider } from '../sign-in/sign-in.repository.ts'
import { discoverProvider } from './provider-client.ts'
import {
  decryptClientSecret,
  deleteIdentitiesExcept,
  deleteProviderRow,
  encryptClientSecret,
  findProvider,
  listAdministrators,
  listDomains,
  saveProviderRow,
  updateBreakGlass,
} from './providers.repository.ts'
import { sealTicket } from './sso-attempts.ts'
import { redirectUriOf, ssoUrl } from './sso-browser.ts'

const invalid = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** Settings of single sign-on, for company admins; domains, for platform admins. [trust §4.3](docs/design/trust.md#4.3). */
export function providerSettingsRoutes(app: FastifyInstance): void {
  const { database, secrets, config, safeHttp } = app.gya
  const redirectUri = redirectUriOf(config.publicUrl)

  registerRoute(app, readProvider, ({ params, caller, db }) => answerProvider(db, params.companyId, caller.userId))

  registerPreparedRoute(
    app,
    saveProvider,
    async (called) => {
      await requireOwnIds(called)
      return { issuer: await reachableIssuer(called) }
    },
    async (context) => {
      const { params, body, caller, db, now, prepared } = context
      const { companyId } = params
      await lockCompany(db, companyId)
      const stored = await findProvider(db, companyId, { forUpdate: true })
      await requireCurrentVersion(
        db,
        body.version,
        stored ?? { version: 1, createdon: now, updatedon: null, updated_by: null },
        caller.userId,
      )
      const administrators = await listAdministrators(db, companyId)
      const breakGlass = administrators.filter(({ id }) => body.breakGlass.includes(id))
      if (breakGlass.length < new Set(body.breakGlass).size) throw new DomainError('NOT_FOUND')
      const otherProvider = stored?.issuer !== prepared.issuer || stored.client_id !== body.clientId
      const storedSecret = stored ? decryptClientSecret(secrets, companyId, stored.secret_encrypted) : ''
      const clientSecret = body.clientSecret || storedSecret
      const otherSecret = clientSecret !== storedSecret
      refuseIf(
        whyNotRequire({
          wasRequired: stored?.required ?? false,
          required: body.required,
          otherProvider,
          testedByCaller: stored?.tested_by === caller.userId && !otherProvider && !otherSecret,
          domains: (await listDomains(db, companyId)).length,
          breakGlass: breakGlass.map((one) => ({ hasSecondFactor: one.has_second_factor })),
        }),
      )
      await readPepper(db, secrets)
      const isTested = stored && !otherProvider && !otherSecret
      await saveProviderRow(db, {
        company_id: companyId,
        kind: body.kind,
        issuer: prepared.issuer,
        client_id: body.clientId,
        secret_encrypted:
          stored && !otherSecret ? stored.secret_encrypted : encryptClientSecret(secrets, companyId, clientSecret),
        role: body.role,
        all_branches: body.allBranches,
        branch_ids: body.allBranches ? [] : [...new Set(body.branchIds)],
        required: body.required,
        tested_on: isTested ? stored.tested_on : null,
        tested_by: isTested ? stored.tested_by : null,
        version: (stored?.version ?? 1) + 1,
        createdon: now,
        updatedon: now,
        updated_by: caller.userId,
      })
      if (otherProvider) await deleteIdentitiesExcept(db, companyId, prepared.issuer)
      await saveBreakGlass(context, administrators, breakGlass)
      await endSessionsWithoutProvider(context)
      const changed = [...(otherProvider ? ['provider'] : []), ...(otherSecret ? ['secret'] : [])].join(', ')
      const required = body.required ? 'yes' : 'no'
      await recordSecurityEvent(context, {
        kind: 'provider-changed',
        companyId,
        data: { provider: body.kind, changed, required },
      })
      await recordEdited(context, { provider: body.kind, required: body.required })
      return answerProvider(db, companyId, caller.userId)
    },
  )

  registerRoute(app, deleteProvider, async (context) => {
    const { params, caller, db } = context
    const { companyId } = params
    await lockCompany(db, companyId)
    const stored = await findProvider(db, companyId, { forUpdate: true })
    if (!stored) throw new DomainError('NOT_FOUND')
    await deleteProviderRow(db, companyId)
    await deleteIdentitiesExcept(db, companyId, null)
    await saveBreakGlass(context, await listAdministrators(db, companyId), [])
    await recordSecurityEvent(context, {
      kind: 'provider-changed',
      companyId,
      data: { provider: stored.kind, changed: 'removed' },
    })
    await recordEdited(context, { provider: stored.kind, removed: true })
    return answerProvider(db, companyId, caller.userId)
  })

  registerRoute(app, testProvider, async ({ params: { companyId }, caller, db, now }) => {
    if (!(await findProvider(db, companyId))) throw new DomainError('NOT_FOUND')
    refuseIf((await listDomains(db, companyId)).length > 0 ? null : 'DOMAIN_MISSING')
    const ticket = sealTicket(secrets, { companyId, purpose: 'test', userId: caller.userId, email: null }, now)
    return { url: ssoUrl(ticket, `/company/single-sign-on?company=${companyId}`) }
  })

  registerRoute(app, confirmDomain, async (context) => {
    const { params, caller, db, now } = context
    const { companyId, domain } = params
    const added = await db
      .insertInto('company_domain')
      .values({ domain, company_id: companyId, confirmed_by: caller.userId, confirmed_on: now })
      .onConflict((conflict) => conflict.column('domain').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) {
      const own = (await listDomains(db, companyId)).some((one) => one.domain === domain)
      refuseIf(own ? null : 'DOMAIN_TAKEN')
      return { success: true as const }
    }
    await recordSecurityEvent(context, { kind: 'domain-confirmed', companyId, data: { domain } })
    await findProvider(db, companyId, { forUpdate: true })
    await endSessionsWithoutProvider(context)
    return { success: true as const }
  })

  registerRoute(app, deleteDomain, async (context) => {
    const { params, db } = context
    const { companyId, domain } = params
    const gone = await db
      .deleteFrom('company_domain')
      .where('domain', '=', domain)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new DomainError('NOT_FOUND')
    await recordSecurityEvent(context, { kind: 'domain-removed', companyId, data: { domain } })
    return { success: true as const }
  })

  /** Refuses ids of other companies like unknown ones, before any request to a provider. */
  async function requireOwnIds({ params: { companyId }, body }: CallContext<typeof saveProvider>): Promise<void> {
    const { db } = database
    const branchIds = [...new Set(body.branchIds)]
    if ((await findExistingBranches(db, companyId, branchIds)).length < branchIds.length) throw new DomainError('NOT_FOUND')
    const administrators = (await listAdministrators(db, companyId)).map(({ id }) => id)
    if (body.breakGlass.some((id) => !administrators.includes(id))) throw new DomainError('NOT_FOUND')
  }

  /** Reads the discovery document and returns the issuer of the settings. Throws PROVIDER_NOT_REACHED "with words". */
  async function reachableIssuer({ params: { companyId }, body }: CallContext<typeof saveProvider>): Promise<string> {
    const issuer = issuerOf(body.kind, body.tenant ?? null, config.ssoTestProvider)
    const stored = await findProvider(database.db, companyId)
    const isSame = stored?.issuer === issuer && stored.client_id === body.clientId && !body.clientSecret
    if (isSame) return issuer
    const clientSecret = body.clientSecret || (stored ? decryptClientSecret(secrets, companyId, stored.secret_encrypted) : '')
    if (!clientSecret) throw invalid('clientSecret', 'Enter the client secret.')
    try {
      await discoverProvider(safeHttp, { kind: body.kind, issuer, clientId: body.clientId, clientSecret })
      return issuer
    } catch (error) {
      const words =
        error instanceof OutgoingError ? error.message : 'The response is not the discovery document of this provider.'
      const message = `The provider does not answer at this address. ${words}`
      throw new DomainError('PROVIDER_NOT_REACHED', { message, cause: error })
    }
  }

  async function answerProvider(db: Db, companyId: string, callerId: string) {
    const [stored, domains, administrators] = [
      await findProvider(db, companyId),
      await listDomains(db, companyId),
      await listAdministrators(db, companyId),
    ]
    const kind = stored?.kind as ProviderKind
    return {
      provider: stored
        ? {
            kind,
            tenant: tenantOf(kind, stored.issuer),
            clientId: stored.client_id,
            role: stored.role as ProviderRole,
            allBranches: stored.all_branches,
            branchIds: stored.branch_ids,
            required: stored.required,
            tested: stored.tested_on
              ? {
                  on: stored.tested_on,
                  by: `${stored.tester_first_name ?? ''} ${stored.tester_last_name ?? ''}`.trim(),
                  byYou: stored.tested_by === callerId,
                }
              : null,
          }
        : null,
      domains: domains.map(({ domain, confirmed_on }) => ({ domain, confirmedOn: confirmed_on })),
      administrators: administrators.map((one) => ({
        _id: one.id,
        name: `${one.first_name} ${one.last_name}`,
        hasSecondFactor: one.has_second_factor,
        breakGlass: one.break_glass,
      })),
      redirectUri,
      version: stored?.version ?? 1,
    }
  }
}

type Changing = HandlerContext<typeof saveProvider> | HandlerContext<typeof deleteProvider>
type Closing = HandlerContext<typeof saveProvider> | HandlerContext<typeof confirmDomain>
type Administrators = Awaited<ReturnType<typeof listAdministrators>>

const lockCompany = (db: Db, companyId: string) =>
  db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Writes audit entries about each account. Their data contains only the states. */
async function saveBreakGlass(context: Changing, before: Administrators, chosen: Administrators): Promise<void> {
  const { companyId } = context.params
  const isChosen = ({ id }: Administrators[number]) => chosen.some((one) => one.id === id)
  const changed = before.filter((one) => one.break_glass !== isChosen(one))
  if (changed.length === 0) return
  await updateBreakGlass(
    context.db,
    companyId,
    chosen.map(({ id }) => id),
  )
  for (const one of changed) {
    const data = isChosen(one) ? { from: 'no', to: 'yes' } : { from: 'yes', to: 'no' }
    await recordSecurityEvent(context, { kind: 'break-glass-set', companyId, aboutUserId: one.id, data })
  }
}

/**
 * "Required: passwords of these domains open nothing": also ends the sessions that passwords have opened. Otherwise a user removed
 * from the provider's directory would stay signed in for up to 30 days.
 */
async function endSessionsWithoutProvider(context: Closing): Promise<void> {
  const { db, now, params } = context
  const ended = await deleteSessionsWithoutProvider(db, params.companyId, now)
  await logSessionsEnded(db, ended, { because: 'provider-required', now })
  for (const [aboutUserId, { length: sessions }] of Map.groupBy(ended, ({ user_id }) => user_id)) {
    const data = { reason: 'provider-required', sessions }
    await recordSecurityEvent(context, { kind: 'session-ended', companyId: params.companyId, aboutUserId, data })
  }
}

const recordEdited = ({ params: { companyId }, caller, db, now, newId }: Changing, data: Record<string, unknown>) =>
  recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [{ kind: 'provider-edited', data }])
