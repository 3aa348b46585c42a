import { apiScopes } from '@gya/domain/access/api-scopes.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  addApp,
  type ConnectedApp,
  deleteApp,
  endAppGrant,
  endOwnGrant,
  listAppGrants,
  listApps,
  listOwnGrants,
  type OwnGrant,
  updateApp,
} from '@gya/domain/features/applications/applications.contract.ts'
import {
  type AppState,
  type GrantEnd,
  isLocalRedirect,
  redirectHost,
  whyNotAddApp,
} from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { appDecidedEmail } from '../../emails/app-emails.ts'
import { queueMail } from '../../emails/outbox.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { endGrants } from '../sessions/end-grants.ts'
import {
  type AppRow,
  deleteAppRow,
  findAccountForMail,
  findApp,
  findAppByClient,
  type GrantRow,
  insertApp,
  listAppRows,
  listGrantsOfApp,
  listGrantsOfPerson,
  lockApps,
  updateAppRow,
} from './applications.repository.ts'
import { fetchClientDocument } from './client-document.ts'
import { ownerOf } from './owner-of.ts'
import { recordGrantsEnded } from './record-grants-ended.ts'

const success = { success: true as const }

/** The list of applications of a company, and what people allowed them. [open §2.3](docs/design/open.md#2.3), point 6. */
export function appsRoutes(app: FastifyInstance): void {
  registerRoute(app, listOwnGrants, async ({ caller, db, now }) => ({
    data: (await listGrantsOfPerson(db, ownerOf(caller), now)).map(toOwnGrant),
  }))

  registerRoute(app, endOwnGrant, async (context) => {
    await end(context, { ...ownerOf(context.caller), grantId: context.params.grantId }, 'person')
    return success
  })

  registerRoute(app, listApps, async ({ params: { companyId }, db, now }) => ({
    data: (await listAppRows(db, companyId, now)).map(toAnswer),
  }))

  registerPreparedRoute(
    app,
    addApp,
    async ({ body: { clientId }, caller: { userId }, now }) =>
      clientId === undefined ? null : fetchClientDocument(app, clientId, { userId, now }),
    async (context) => {
      const { params, body, caller, db, now, newId, prepared } = context
      const { companyId } = params
      const apps = await lockApps(db, companyId)
      const appId = newId()
      const [redirect = ''] = body.redirectUris ?? []
      const registered = {
        clientId: `app_${appId}`,
        name: body.name ?? '',
        host: redirectHost(redirect),
        redirectUris: body.redirectUris ?? [],
      }
      const { clientId, name, host, redirectUris } = prepared ?? registered
      const known = await findAppByClient(db, companyId, clientId)
      const decided = { scopes: body.scopes, state: 'allowed', decided_by: caller.userId, decided_on: now }
      if (known) await updateAppRow(db, { companyId, appId: known.id }, decided)
      else {
        refuseIf(whyNotAddApp(apps))
        await insertApp(db, {
          company_id: companyId,
          id: appId,
          client_id: clientId,
          name,
          host,
          redirect_uris: redirectUris,
          fetched_on: prepared ? now : null,
          createdon: now,
          ...decided,
        })
      }
      const row = await requireApp(db, { companyId, appId: known?.id ?? appId }, now)
      await recordDecision(context, companyId, row)
      return toAnswer(row)
    },
  )

  registerRoute(app, updateApp, async (context) => {
    const { params, body, caller, db, now } = context
    const { state, scopes, version } = body
    await lockApps(db, params.companyId)
    const before = await requireApp(db, params, now)
    if (version !== undefined && version !== before.version) throw new DomainError('STALE_VERSION')
    const after = state ?? before.state
    if (after === 'asked' || (after === 'allowed' && (scopes ?? before.scopes).length === 0)) throw noScopes()
    await updateAppRow(db, params, { ...omitUndefined({ scopes }), state: after, decided_by: caller.userId, decided_on: now })
    const row = await requireApp(db, params, now)
    await recordDecision(context, params.companyId, row)
    if (before.asked_by !== null && before.state !== row.state) {
      const isAllowed = row.state === 'allowed'
      await queueMail(context, appDecidedEmail(await findAccountForMail(db, before.asked_by), { name: row.name, isAllowed }))
    }
    return toAnswer(row)
  })

  registerRoute(app, deleteApp, async (context) => {
    const { params, db, now } = context
    await lockApps(db, params.companyId)
    const row = await requireApp(db, params, now)
    const ended = await endGrants(db, params, { because: 'administrator', now })
    await recordGrantsEnded(context, ended, 'administrator')
    await deleteAppRow(db, params)
    await recordDecision(context, params.companyId, { ...row, state: 'deleted' })
    return success
  })

  registerRoute(app, listAppGrants, async ({ params, db, now }) => {
    await requireApp(db, params, now)
    return { data: (await listGrantsOfApp(db, params, now)).map((row) => ({ ...toOwnGrant(row), person: row.person })) }
  })

  registerRoute(app, endAppGrant, async (context) => {
    await end(context, context.params, 'administrator')
    return success
  })
}

type Which = { companyId: string; grantId: string; appId?: string; userId?: string }

/** Throws NOT_FOUND if there is no such grant that has not ended. */
async function end(context: RecordingContext, which: Which, because: GrantEnd): Promise<void> {
  const ended = await endGrants(context.db, which, { because, now: context.now })
  if (ended.length === 0) throw new DomainError('NOT_FOUND')
  await recordGrantsEnded(context, ended, because)
}

async function requireApp(db: Db, id: { companyId: string; appId: string }, now: string): Promise<AppRow> {
  const row = await findApp(db, id, now)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

const noScopes = () => new DomainError('VALIDATION_FAILED', { issues: [{ path: 'scopes', message: 'Choose what it may do.' }] })

type Deciding = RecordingContext & { caller: Caller }

/** Records a decision on an application in the audit and in the record. */
async function recordDecision(context: Deciding, companyId: string, { id, name, host, state, scopes }: AppRow): Promise<void> {
  const { db, now, caller, newId } = context
  const facts = { appId: id, host, state, scopes: scopes.join(', ') }
  await recordSecurityEvent(context, { kind: 'app-decided', companyId, data: facts })
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'app-decided', data: { ...facts, name } },
  ])
}

const inOrder = (scopes: readonly string[]) => apiScopes.filter((scope) => scopes.includes(scope))

const toAnswer = (row: AppRow): ConnectedApp => ({
  _id: row.id,
  clientId: row.client_id,
  name: row.name,
  host: row.host,
  redirectUris: row.redirect_uris,
  scopes: inOrder(row.scopes),
  state: row.state as AppState,
  askedBy: row.asker,
  createdon: row.createdon,
  people: row.people,
  lastUsedOn: row.last_used_on,
  version: row.version,
})

/** The scopes that count: those that the person allowed and the company still does. */
const toOwnGrant = (row: GrantRow): OwnGrant => ({
  _id: row.id,
  name: row.name,
  host: row.host,
  local: isLocalRedirect(row.redirect_uri),
  scopes: inOrder(row.scopes.filter((scope) => row.app_scopes.includes(scope))),
  createdon: row.createdon,
  lastUsedOn: row.last_used_on,
  lastUsedFrom: row.last_used_from,
})
