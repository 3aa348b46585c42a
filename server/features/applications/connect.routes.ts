import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  askForApp,
  type Connection,
  decideConnection,
  readConnection,
} from '@gya/domain/features/applications/applications.contract.ts'
import {
  type AppState,
  type AuthorizationRequest,
  documentHours,
  hasRedirect,
  isDocumentAddress,
  isLocalRedirect,
  lifetimes,
  offeredScopes,
  scopesOfResource,
  secondsAfter,
  whyNotAddApp,
  whyNotAddGrant,
  whyNotConnect,
} from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import type { ConnectedApp } from '../../db/schema.ts'
import { appAskedEmail, appConnectedEmail } from '../../emails/app-emails.ts'
import { queueMail } from '../../emails/outbox.ts'
import { type Caller, requireRecentConfirmation } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute } from '../../http/route/register-route.ts'
import { hoursLater } from '../../infra/clock.ts'
import { hashToken } from '../../infra/secrets.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import {
  countGrants,
  findAccountForMail,
  findAppByClient,
  insertApp,
  insertGrant,
  lockApps,
  updateDocument,
} from './applications.repository.ts'
import { type ClientDescription, fetchClientDocument } from './client-document.ts'
import { type ConnectTicket, openConnectTicket, redirectTo } from './connect-tickets.ts'
import { newAppToken } from './grant-tokens.ts'
import { ownerOf } from './owner-of.ts'

type AppRow = Selectable<ConnectedApp>
type Judged = { row: AppRow | null; client: ClientDescription } & (
  | { ticket: ConnectTicket & { error: null }; back: null }
  | { ticket: ConnectTicket; back: string }
)

/** Where a person decides on the request of an application. [open §2.3](docs/design/open.md#2.3), points 5 and 6. */
export function connectRoutes(app: FastifyInstance): void {
  const { database, secrets, config } = app.gya
  const { publicUrl } = config

  registerPreparedRoute(
    app,
    readConnection,
    ({ query, caller, now }) => judge(query.ticket, { caller, now }),
    async ({ prepared: { row, client, ticket, back } }) =>
      back === null ? toConnection(row, client, ticket) : { redirectTo: back },
  )

  registerPreparedRoute(
    app,
    decideConnection,
    ({ body, caller, now }) => judge(body.ticket, { caller, now }),
    async (context) => {
      const { body, caller, db, now, newId, prepared } = context
      const { row, client, ticket, back } = prepared
      if (back !== null) return { redirectTo: back }
      if (!body.allow) return { redirectTo: redirectTo(ticket, publicUrl, { error: 'access_denied' }) }
      requireRecentConfirmation(caller, now)
      refuseIf(whyNotConnect(stateOf(row)))
      const { scopes } = toConnection(row, client, ticket)
      if (!row || body.scopes.length === 0 || body.scopes.some((scope) => !scopes.includes(scope))) throw notOffered()
      const owner = ownerOf(caller)
      refuseIf(whyNotAddGrant(await countGrants(db, owner, now)))
      const code = newAppToken('c')
      const grantId = newId()
      await insertGrant(db, {
        company_id: owner.companyId,
        id: grantId,
        app_id: row.id,
        user_id: owner.userId,
        scopes: body.scopes,
        resource: ticket.resource,
        way: caller.sessionWay,
        redirect_uri: ticket.redirectUri,
        challenge: ticket.challenge,
        code_hash: hashToken(code),
        code_until: secondsAfter(now, lifetimes.code),
        createdon: now,
      })
      const facts = { appId: row.id, grantId, host: row.host, scopes: body.scopes.join(', ') }
      await recordSecurityEvent(context, { kind: 'app-connected', aboutUserId: owner.userId, data: facts })
      const person = await findAccountForMail(db, owner.userId)
      await queueMail(context, appConnectedEmail(person, { name: row.name, scopes: body.scopes, publicUrl }))
      return { redirectTo: redirectTo(ticket, publicUrl, { code }) }
    },
  )

  registerPreparedRoute(
    app,
    askForApp,
    ({ body, caller, now }) => judge(body.ticket, { caller, now }),
    async (context) => {
      const { caller, db, now, newId, prepared } = context
      const { client } = prepared
      const { companyId, userId } = ownerOf(caller)
      const apps = await lockApps(db, companyId)
      if (await findAppByClient(db, companyId, client.clientId)) return { success: true as const }
      refuseIf(whyNotAddApp(apps))
      const appId = newId()
      await insertApp(db, {
        company_id: companyId,
        id: appId,
        client_id: client.clientId,
        name: client.name,
        host: client.host,
        redirect_uris: client.redirectUris,
        scopes: [],
        state: 'asked',
        fetched_on: now,
        asked_by: userId,
        createdon: now,
      })
      await recordSecurityEvent(context, { kind: 'app-asked', data: { appId, host: client.host } })
      const { first_name, last_name } = await findAccountForMail(db, userId)
      const asked = { name: client.name, host: client.host, by: `${first_name} ${last_name}`, publicUrl }
      for (const person of await listAdministrators(db, companyId)) await queueMail(context, appAskedEmail(person, asked))
      return { success: true as const }
    },
  )

  /** "Client and redirect are judged" with a session, because that may fetch what an application says of itself. */
  async function judge(sealed: string, { caller, now }: { caller: Caller; now: Instant }): Promise<Judged> {
    const ticket = openConnectTicket(secrets, sealed, now)
    if (!ticket) throw new DomainError('CONNECT_EXPIRED')
    const { companyId, userId } = ownerOf(caller)
    const row = (await findAppByClient(database.db, companyId, ticket.clientId)) ?? null
    const client = await describe(row, ticket.clientId, { userId, now })
    if (!hasRedirect(client.redirectUris, ticket.redirectUri)) throw new DomainError('NOT_FOUND')
    if (ticket.error !== null) return { row, client, ticket, back: redirectTo(ticket, publicUrl, { error: ticket.error }) }
    const isRefusedScope = stateOf(row) === 'allowed' && toConnection(row, client, ticket).scopes.length === 0
    if (isRefusedScope) return { row, client, ticket, back: redirectTo(ticket, publicUrl, { error: 'invalid_scope' }) }
    return { row, client, ticket, back: null }
  }

  /** "Kept 1 hour, 24 hours if it cannot be fetched. Any other is one an administrator registered." */
  async function describe(
    row: AppRow | null,
    clientId: string,
    { userId, now }: { userId: string; now: Instant },
  ): Promise<ClientDescription> {
    const known = row && { clientId, name: row.name, host: row.host, redirectUris: row.redirect_uris }
    if (!isDocumentAddress(clientId)) {
      if (!known) throw new DomainError('NOT_FOUND')
      return known
    }
    const keptFor = (hours: number) => row?.fetched_on != null && hoursLater(row.fetched_on, hours) > now
    if (known && keptFor(documentHours.fresh)) return known
    try {
      const fetched = await fetchClientDocument(app, clientId, { userId, now })
      if (!row) return fetched
      const columns = { redirect_uris: fetched.redirectUris, fetched_on: now }
      await updateDocument(database.db, { companyId: row.company_id, appId: row.id }, columns)
      // The name stays the one that the administrators have seen.
      return { ...fetched, name: row.name }
    } catch (error) {
      if (known && keptFor(documentHours.usable)) return known
      throw error
    }
  }
}

const stateOf = (row: AppRow | null): AppState | null => (row?.state as AppState | undefined) ?? null

function toConnection(row: AppRow | null, { name, host }: ClientDescription, ticket: AuthorizationRequest): Connection {
  const state = stateOf(row)
  const allowed = scopesOfResource[ticket.resource].filter((scope) => state !== 'allowed' || row?.scopes.includes(scope))
  return { name, host, local: isLocalRedirect(ticket.redirectUri), scopes: offeredScopes(ticket.scopes, allowed), state }
}

const notOffered = () =>
  new DomainError('VALIDATION_FAILED', { issues: [{ path: 'scopes', message: 'Choose from what the application asks for.' }] })
