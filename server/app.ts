import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { maxFileBytes } from '@gya/domain/common/uploads.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppDependencies } from './app-dependencies.ts'
import { accountRoutes } from './features/account/account.routes.ts'
import { addressesRoutes } from './features/addresses/addresses.routes.ts'
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts'
import { appsRoutes } from './features/applications/apps.routes.ts'
import { connectRoutes } from './features/applications/connect.routes.ts'
import { oauthRoutes } from './features/applications/oauth.routes.ts'
import { archiveUploadsRoutes } from './features/archives/archive-uploads.routes.ts'
import { archivesRoutes } from './features/archives/archives.routes.ts'
import { askingPriceRoutes } from './features/asking-price/asking-price.routes.ts'
import { assignmentRoutes } from './features/assignment/assignment.routes.ts'
import { mcpRoutes } from './features/assistants/mcp.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { assignRuleRoutes } from './features/branches/assign-rule.routes.ts'
import { branchesRoutes } from './features/branches/branches.routes.ts'
import { templatesRoutes } from './features/branches/timeline-templates.routes.ts'
import { calendarFeedsRoutes } from './features/calendar-feeds/calendar-feeds.routes.ts'
import { chainRoutes } from './features/chain/chain.routes.ts'
import { companiesRoutes } from './features/companies/companies.routes.ts'
import { contactsRoutes } from './features/contacts/contacts.routes.ts'
import { conversationsRoutes } from './features/conversations/conversations.routes.ts'
import { checkPackRoutes } from './features/customer-checks/check-pack.routes.ts'
import { customerChecksRoutes } from './features/customer-checks/customer-checks.routes.ts'
import { registerOfChecksRoutes } from './features/customer-checks/register.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { daySettingsRoutes } from './features/day-settings/day-settings.routes.ts'
import { deletionRoutes } from './features/deletion/deletion.routes.ts'
import { documentsRoutes } from './features/documents/documents.routes.ts'
import { eventsRoutes } from './features/events/events.routes.ts'
import { expectedDatesRoutes } from './features/expected-dates/expected-dates.routes.ts'
import { fallOffReasonsRoutes } from './features/fall-offs/fall-off-reasons.routes.ts'
import { fallOffsRoutes } from './features/fall-offs/fall-offs.routes.ts'
import { rescueRoutes } from './features/fall-offs/rescue.routes.ts'
import { forecastRoutes } from './features/forecast/forecast.routes.ts'
import { forecastIfFallsRoutes } from './features/forecast/forecast-if-falls.routes.ts'
import { forecastListsRoutes } from './features/forecast/forecast-lists.routes.ts'
import { forecastSettingsRoutes } from './features/forecast/forecast-settings.routes.ts'
import { howRoutes } from './features/forecast/how.routes.ts'
import { quickRoutes } from './features/forecast/quick.routes.ts'
import { gateTemplateRoutes } from './features/gates/gate-template.routes.ts'
import { gatesRoutes } from './features/gates/gates.routes.ts'
import { importJobsRoutes } from './features/imports/import-jobs.routes.ts'
import { importRowsRoutes } from './features/imports/import-rows.routes.ts'
import { importsRoutes } from './features/imports/imports.routes.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { mailAccountsRoutes } from './features/mail-in/accounts/mail-accounts.routes.ts'
import { mailboxOpener } from './features/mail-in/accounts/open-mailbox.ts'
import { correspondenceRoutes } from './features/mail-in/correspondence.routes.ts'
import { mailAddressRoutes } from './features/mail-in/mail-address.routes.ts'
import { mailFilesRoutes } from './features/mail-in/mail-files.routes.ts'
import { mailInRoutes } from './features/mail-in/mail-in.routes.ts'
import { mailProposalsRoutes } from './features/mail-in/mail-proposals.routes.ts'
import { managementInfoRoutes } from './features/management-info/management-info.routes.ts'
import { branchMembersRoutes } from './features/members/branch-members.routes.ts'
import { companyMembersRoutes } from './features/members/company-members.routes.ts'
import { joinRequestsRoutes } from './features/members/join-requests.routes.ts'
import { memberLifecycleRoutes } from './features/members/member-lifecycle.routes.ts'
import { platformAdminsRoutes } from './features/members/platform-admins.routes.ts'
import { memoRoutes } from './features/memo/memo.routes.ts'
import { messageTemplatesRoutes } from './features/messages/message-templates.routes.ts'
import { messagesRoutes } from './features/messages/messages.routes.ts'
import { notesRoutes } from './features/notes/notes.routes.ts'
import { offersRoutes } from './features/offers/offers.routes.ts'
import { operationsRoutes } from './features/operations/operations.routes.ts'
import { partyRoutes } from './features/party-links/party.routes.ts'
import { partyLinksRoutes } from './features/party-links/party-links.routes.ts'
import { proposalsRoutes } from './features/party-links/proposals.routes.ts'
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts'
import { picturesRoutes } from './features/pictures/pictures.routes.ts'
import { propertiesRoutes } from './features/properties/properties.routes.ts'
import { propertiesListRoutes } from './features/properties/properties-list.routes.ts'
import { propertyLookupRoutes } from './features/properties/property-lookup.routes.ts'
import { propertyContactsRoutes } from './features/property-contacts/property-contacts.routes.ts'
import { publicApiRoutes } from './features/public-api/public-api.routes.ts'
import { recordFileRoutes } from './features/record/file/record-file.routes.ts'
import { recordRoutes } from './features/record/record.routes.ts'
import { referralsRoutes } from './features/referrals/referrals.routes.ts'
import { relaunchesRoutes } from './features/relaunches/relaunches.routes.ts'
import { cellEditsRoutes } from './features/report/cell-edits.routes.ts'
import { reportRoutes } from './features/report/report.routes.ts'
import { areasRoutes } from './features/roles/areas.routes.ts'
import { rolesRoutes } from './features/roles/roles.routes.ts'
import { saleFileRoutes } from './features/sale-file/sale-file.routes.ts'
import { saleSummaryRoutes } from './features/sale-summary/sale-summary.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { ownFactorsRoutes } from './features/second-factors/own-factors.routes.ts'
import { signInPolicyRoutes } from './features/second-factors/sign-in-policy.routes.ts'
import { sessionsRoutes } from './features/sessions/sessions.routes.ts'
import { setupRoutes } from './features/setup/setup.routes.ts'
import { confirmIdentityRoutes } from './features/sign-in/confirm-identity.routes.ts'
import { signInRoutes } from './features/sign-in/sign-in.routes.ts'
import { providerSettingsRoutes } from './features/single-sign-on/provider-settings.routes.ts'
import { singleSignOnRoutes } from './features/single-sign-on/single-sign-on.routes.ts'
import { supportRoutes } from './features/support/support.routes.ts'
import { supportAccessRoutes } from './features/support-access/support-access.routes.ts'
import { taskTemplatesRoutes } from './features/tasks/task-templates.routes.ts'
import { tasksRoutes } from './features/tasks/tasks.routes.ts'
import { timelineRoutes } from './features/timeline/timeline.routes.ts'
import { actionItemChangesRoutes } from './features/today/action-item-changes.routes.ts'
import { todayRoutes } from './features/today/today.routes.ts'
import { undoRoutes } from './features/undo/undo.routes.ts'
import { vendorPortalRoutes } from './features/vendor-portal/vendor-portal.routes.ts'
import { vendorUpdatesRoutes } from './features/vendor-updates/vendor-updates.routes.ts'
import { vendorsRoutes } from './features/vendors/vendors.routes.ts'
import { viewingsRoutes } from './features/viewings/viewings.routes.ts'
import { viewsRoutes } from './features/views/views.routes.ts'
import { demoReceiverRoutes } from './features/webhooks/demo-receiver.routes.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import { targetsRoutes } from './features/week/targets.routes.ts'
import { weekRoutes } from './features/week/week.routes.ts'
import { weekMailRoutes } from './features/week/week-mail.routes.ts'
import type { Caller } from './http/access/caller.ts'
import type { OpenPartyLink } from './http/access/require-party-link.ts'
import type { SensitiveAct } from './http/access/sensitive-acts.ts'
import { handleFrameworkError, registerErrorHandler } from './http/errors/error-handler.ts'
import { type GracefulShutdown, registerGracefulShutdown } from './http/graceful-shutdown.ts'
import { registerHealthRoutes } from './http/health.ts'
import { closeUnreadRequests, connectionTimeouts, handleClientError, limitConnections } from './http/limits/connection-limits.ts'
import { observeRequests } from './http/observe-requests.ts'
import { registerOpenapi } from './http/openapi/openapi.ts'
import { registerPublicTexts } from './http/public-texts.ts'
import { refuseAmbiguousRequests } from './http/refuse-ambiguous-requests.ts'
import { registerEtagCompression } from './http/route/etag-compression.ts'
import { registerValidation } from './http/route/route-options.ts'
import { answerPositions } from './http/route/standby-reads.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { serializeRequest } from './http/serialize-request.ts'
import { registerStaticPages } from './http/static-pages.ts'
import { acceptBytes } from './http/upload/accept-bytes.ts'
import type { Upload } from './http/upload/receive-upload.ts'
import { secretBox } from './infra/encrypted-secrets.ts'
import { instrumentFileStore } from './infra/telemetry/instrument-io.ts'
import { instrumentStatements } from './infra/telemetry/instrument-statements.ts'
import { createMeters } from './infra/telemetry/meters.ts'
import { httpOfProviders, httpOfWebhooks } from './outgoing-http.ts'
import { registerEffects } from './register-effects.ts'

declare module 'fastify' {
  interface FastifyInstance {
    gya: AppDependencies
    gracefulShutdown: GracefulShutdown
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The party link that authorised the call. */
    partyLink: OpenPartyLink | null
    /** The uploaded file, until the response is sent. */
    upload: Upload | null
    /** Security events recorded by the transaction, logged after the commit. */
    securityEvents: Record<string, unknown>[]
    /** The company of the ids in the request, once its scope is checked. */
    companyId: string | null
    /** What the call did that the company's administrators are told. */
    acts: SensitiveAct[]
  }
  interface FastifyContextConfig {
    call?: Endpoint
  }
}

/**
 * `meters` and `tracing` are passed if the worker shares them. Without `secrets`, stored secrets cannot be decrypted after the process
 * ends: tests only.
 */
type Optional = 'meters' | 'tracing' | 'standbys' | 'secrets' | 'safeHttp' | 'webhookHttp' | 'openMailbox'
type AppOptions = Omit<AppDependencies, Optional> & Partial<Pick<AppDependencies, Optional>>

/** Builds the server with all routes. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const meters = options.meters ?? createMeters()
  const providerHttp = options.safeHttp ?? httpOfProviders(options.config)
  const deps: AppDependencies = {
    ...options,
    meters,
    tracing: options.tracing ?? null,
    standbys: options.standbys ?? null,
    secrets: options.secrets ?? secretBox(randomBytes(32)),
    webhookHttp: options.webhookHttp ?? httpOfWebhooks(options.config),
    safeHttp: providerHttp,
    openMailbox: options.openMailbox ?? mailboxOpener(options.config, providerHttp),
    files: instrumentFileStore(options.files, meters),
  }
  const app = Fastify({
    logger: {
      level: deps.config.logLevel,
      ...(deps.logTo ? { stream: deps.logTo } : {}),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: serializeRequest },
    },
    genReqId: () => deps.clock.newId(),
    requestIdHeader: false,
    // Trust only the last entry of X-Forwarded-For, which our own proxy adds.
    trustProxy: deps.config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: 1_048_576,
    ...connectionTimeouts,
    clientErrorHandler: (error, socket) => handleClientError(deps.clock.newId(), error, socket),
    routerOptions: { ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleFrameworkError,
  })
  app.decorate('gya', deps)
  registerEffects()
  limitConnections(app)
  for (const pool of [deps.database.pool, ...(deps.standbys?.pools ?? [])])
    instrumentStatements({ pool, meters, log: app.log, slowMs: deps.config.slowQueryMs })
  registerGracefulShutdown(app)
  closeUnreadRequests(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('partyLink', null)
  app.decorateRequest('upload', null)
  app.decorateRequest('securityEvents')
  app.decorateRequest('companyId', null)
  app.decorateRequest('acts')
  registerValidation(app)
  registerErrorHandler(app)
  app.removeContentTypeParser('text/plain')
  refuseAmbiguousRequests(app)
  acceptBytes(app)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes + 1, files: 1, fields: 60, fieldSize: 200_000, fieldNameSize: 100 },
  })
  observeRequests(app)
  await registerSecurityHeaders(app)
  registerEtagCompression(app)
  if (deps.standbys) answerPositions(app, deps.standbys)
  registerHealthRoutes(app)
  await registerOpenapi(app)
  registerPublicTexts(app)
  await oauthRoutes(app)
  await mcpRoutes(app)
  await app.register(async (calls) => {
    signInRoutes(calls)
    confirmIdentityRoutes(calls)
    ownFactorsRoutes(calls)
    signInPolicyRoutes(calls)
    supportAccessRoutes(calls)
    singleSignOnRoutes(calls)
    providerSettingsRoutes(calls)
    accountRoutes(calls)
    auditRoutes(calls)
    apiKeysRoutes(calls)
    appsRoutes(calls)
    connectRoutes(calls)
    companiesRoutes(calls)
    companyMembersRoutes(calls)
    rolesRoutes(calls)
    areasRoutes(calls)
    joinRequestsRoutes(calls)
    memberLifecycleRoutes(calls)
    platformAdminsRoutes(calls)
    assignmentRoutes(calls)
    assignRuleRoutes(calls)
    branchesRoutes(calls)
    branchMembersRoutes(calls)
    contactsRoutes(calls)
    addressesRoutes(calls)
    vendorsRoutes(calls)
    undoRoutes(calls)
    actionItemChangesRoutes(calls)
    vendorPortalRoutes(calls)
    vendorUpdatesRoutes(calls)
    propertiesRoutes(calls)
    propertiesListRoutes(calls)
    propertyLookupRoutes(calls)
    picturesRoutes(calls)
    askingPriceRoutes(calls)
    managementInfoRoutes(calls)
    offersRoutes(calls)
    expectedDatesRoutes(calls)
    gatesRoutes(calls)
    gateTemplateRoutes(calls)
    fallOffsRoutes(calls)
    fallOffReasonsRoutes(calls)
    rescueRoutes(calls)
    viewingsRoutes(calls)
    viewsRoutes(calls)
    webhooksRoutes(calls)
    targetsRoutes(calls)
    weekRoutes(calls)
    weekMailRoutes(calls)
    demoReceiverRoutes(calls)
    relaunchesRoutes(calls)
    propertyContactsRoutes(calls)
    calendarFeedsRoutes(calls)
    chainRoutes(calls)
    conversationsRoutes(calls)
    referralsRoutes(calls)
    notesRoutes(calls)
    tasksRoutes(calls)
    taskTemplatesRoutes(calls)
    messageTemplatesRoutes(calls)
    messagesRoutes(calls)
    daySettingsRoutes(calls)
    documentsRoutes(calls)
    saleFileRoutes(calls)
    saleSummaryRoutes(calls)
    checkPackRoutes(calls)
    customerChecksRoutes(calls)
    registerOfChecksRoutes(calls)
    memoRoutes(calls)
    timelineRoutes(calls)
    eventsRoutes(calls)
    publicApiRoutes(calls)
    recordRoutes(calls)
    recordFileRoutes(calls)
    archiveUploadsRoutes(calls)
    archivesRoutes(calls)
    templatesRoutes(calls)
    deletionRoutes(calls)
    reportRoutes(calls)
    todayRoutes(calls)
    cellEditsRoutes(calls)
    dashboardRoutes(calls)
    forecastRoutes(calls)
    forecastIfFallsRoutes(calls)
    forecastListsRoutes(calls)
    forecastSettingsRoutes(calls)
    howRoutes(calls)
    quickRoutes(calls)
    importsRoutes(calls)
    importJobsRoutes(calls)
    importRowsRoutes(calls)
    liveRoutes(calls)
    mailRoutes(calls)
    mailInRoutes(calls)
    mailFilesRoutes(calls)
    mailProposalsRoutes(calls)
    correspondenceRoutes(calls)
    mailAddressRoutes(calls)
    mailAccountsRoutes(calls)
    operationsRoutes(calls)
    partyLinksRoutes(calls)
    proposalsRoutes(calls)
    partyRoutes(calls)
    personalDataRoutes(calls)
    searchRoutes(calls)
    sessionsRoutes(calls)
    setupRoutes(calls)
    supportRoutes(calls)
  })
  await registerStaticPages(app)
  return app
}
