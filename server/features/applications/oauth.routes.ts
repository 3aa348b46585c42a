import { apiScopes } from '@gya/domain/access/api-scopes.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  type AppResource,
  isAppToken,
  isClientId,
  maxOauthCallsAMinute,
  readAuthorizationRequest,
  resourcePaths,
  scopesOfResource,
} from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { enforceRateLimit, rateLimitAddress } from '../../http/limits/rate-limit.ts'
import { retryTransaction } from '../../http/route/retry-transaction.ts'
import { hashToken } from '../../infra/secrets.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { endGrantOfToken } from './applications.repository.ts'
import { sealConnectTicket } from './connect-tickets.ts'
import { exchangeCode, type FormParams, refreshTokens, type TokenAnswer, type TokenError } from './grant-tokens.ts'
import { recordGrantsEnded } from './record-grants-ended.ts'

/** A refusal of the token or revocation endpoint. */
class OauthError extends Error {
  readonly error: TokenError
  constructor(error: TokenError) {
    super(error)
    this.name = 'OauthError'
    this.error = error
  }
}

/** RFC 6749 §5.2. */
const statusOf = (error: TokenError): number => (error === 'invalid_client' ? 401 : 400)

const hidden = { schema: { hide: true } } as const

/**
 * The endpoints of the protocol: metadata (RFC 8414, RFC 9728), authorization, tokens and revocation (RFC 6749, 7009). They are no
 * contracts, because their requests, refusals and addresses are those of the RFCs; the metadata and the security scheme of the API
 * description name them. [open §2.3](docs/design/open.md#2.3).
 */
export async function oauthRoutes(app: FastifyInstance): Promise<void> {
  const { config, database, clock, secrets } = app.gya
  const { publicUrl } = config
  const api = `${publicUrl}/api`

  app.get('/.well-known/oauth-authorization-server', hidden, async () => ({
    issuer: publicUrl,
    authorization_endpoint: `${api}/oauth/authorize`,
    token_endpoint: `${api}/oauth/token`,
    revocation_endpoint: `${api}/oauth/revoke`,
    scopes_supported: apiScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${api}/docs`,
  }))

  for (const resource of Object.keys(resourcePaths) as AppResource[])
    app.get(`/.well-known/oauth-protected-resource${resourcePaths[resource]}`, hidden, async () => ({
      resource: `${publicUrl}${resourcePaths[resource]}`,
      resource_name: 'GYA',
      authorization_servers: [publicUrl],
      scopes_supported: scopesOfResource[resource],
      bearer_methods_supported: ['header'],
      resource_documentation: `${api}/docs`,
    }))

  await app.register(async (oauth) => {
    oauth.removeAllContentTypeParsers()
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, body),
    )
    oauth.setErrorHandler((error: FastifyError, request, reply) => sendOauthError(error, request, reply))

    oauth.get('/api/oauth/authorize', { ...hidden, exposeHeadRoute: false }, async (request, reply) => {
      await countCall(request, 'oauth-authorize')
      const read = readAuthorizationRequest(request.query as Record<string, string>, publicUrl)
      if (read.kind === 'unusable') return reply.redirect(`${publicUrl}/connect`, 302)
      const { kind: _kind, ...ticket } = read
      const sealed = sealConnectTicket(secrets, 'error' in ticket ? ticket : { ...ticket, error: null }, clock.now())
      return reply.redirect(`${publicUrl}/connect?${new URLSearchParams({ ticket: sealed }).toString()}`, 302)
    })

    oauth.post('/api/oauth/token', hidden, async (request, reply) => {
      await countCall(request, 'oauth-token')
      const params = readForm(request)
      requireClient(request, params)
      const answer = await inTransaction(request, (context): Promise<TokenAnswer> => {
        const grantType = params.get('grant_type')
        if (grantType === 'authorization_code') return exchangeCode(context, params)
        if (grantType === 'refresh_token') return refreshTokens(context, params)
        throw new OauthError(grantType === undefined ? 'invalid_request' : 'unsupported_grant_type')
      })
      if ('error' in answer) throw new OauthError(answer.error)
      return reply.send(answer)
    })

    oauth.post('/api/oauth/revoke', hidden, async (request, reply) => {
      await countCall(request, 'oauth-revoke')
      const params = readForm(request)
      const token = params.get('token')
      if (token === undefined) throw new OauthError('invalid_request')
      if (isAppToken(token))
        await inTransaction(request, async (context) => {
          const ended = await endGrantOfToken(context.db, hashToken(token), params.get('client_id') ?? null, context.now)
          await recordGrantsEnded(context, ended, 'application')
        })
      return reply.status(200).send()
    })
  })

  const countCall = (request: FastifyRequest, name: string) => {
    const limit = { key: `${name}:${rateLimitAddress(request.ip)}`, max: maxOauthCallsAMinute, minutes: 1 }
    return enforceRateLimit(database.pool, [limit], clock.now())
  }

  const inTransaction = <T>(request: FastifyRequest, work: (context: ReturnType<typeof contextOf>) => Promise<T>): Promise<T> =>
    retryTransaction(app.gya, null, (db) => {
      request.securityEvents = []
      return work(contextOf(request, db))
    })

  const contextOf = (request: FastifyRequest, db: Db) => ({
    db,
    now: clock.now(),
    newId: () => clock.newId(),
    addJob: jobAdder(db),
    request,
    caller: null,
    publicUrl,
  })
}

/** The form of a request. "Parameters MUST NOT be included more than once" (RFC 6749 §3.2); without a value they are omitted. */
function readForm({ body }: FastifyRequest): FormParams {
  const params = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(typeof body === 'string' ? body : '')) {
    if (params.has(name)) throw new OauthError('invalid_request')
    params.set(name, value)
  }
  return new Map([...params].filter(([, value]) => value !== ''))
}

/** "Public clients only": a client names itself and has no secret. */
function requireClient({ headers }: FastifyRequest, params: FormParams): void {
  if (headers.authorization !== undefined || params.has('client_secret')) throw new OauthError('invalid_client')
  const clientId = params.get('client_id')
  if (clientId === undefined) throw new OauthError('invalid_request')
  if (!isClientId(clientId)) throw new OauthError('invalid_client')
}

/** RFC 6749 §5.2; what these endpoints share with all others (too many calls, faults) keeps its own status. */
function sendOauthError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OauthError) {
    if (error.error === 'invalid_client' && request.headers.authorization !== undefined)
      void reply.header('www-authenticate', 'Basic realm="GYA"')
    return reply.status(statusOf(error.error)).send({ error: error.error })
  }
  if (!(error instanceof DomainError) && error.statusCode !== undefined && error.statusCode < 500)
    return reply.status(error.statusCode === 413 ? 413 : 400).send({ error: 'invalid_request' })
  throw error
}
