import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Ids, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Active sessions and ending them: one's own, those of a company's users by its administrators, and those of platform administrators by
 * each other.
 */

const SignedInAt = z.object({
  _id: Id,
  /** "Firefox on Windows"; empty if unknown. */
  device: z.string(),
  /** Network without its last part: 203.0.113.x. Empty if unknown. */
  network: z.string(),
  signedInOn: Timestamp,
  /** Accurate to ten minutes. */
  lastSeenOn: Timestamp,
  way: z.enum(['password', 'passkey', 'sso']),
  second: z.enum(['none', 'totp', 'passkey', 'recovery']),
  /** The session of this request. */
  current: z.boolean(),
})

const Sessions = z.object({ data: z.array(SignedInAt) })
const Ended = z.object({ success: z.literal(true), ended: z.int() })

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/user/me/sessions',
  permission: 'account.use',
  summary: 'Own active sessions, last seen first.',
  response: Sessions,
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/user/me/sessions/:sessionId',
  permission: 'account.use',
  summary: 'End another own session, including its open streams.',
  params: z.strictObject({ sessionId: Id }),
  response: Success,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/me/sessions',
  permission: 'account.use',
  summary: 'End all other own sessions.',
  response: Ended,
})

export const listMemberSessions = endpoint({
  method: 'GET',
  path: '/company/:companyId/sessions',
  permission: 'session.end-member',
  summary: 'Active sessions of a user of the company.',
  params: companyParams,
  query: z.strictObject({ userId: Id }),
  response: Sessions,
})

export const listMemberAccess = endpoint({
  method: 'GET',
  path: '/company/:companyId/access',
  permission: 'session.end-member',
  summary: 'Whether these users of the company have a second factor, in how many places they are signed in, and when last.',
  params: companyParams,
  query: z.strictObject({ userIds: Ids }),
  response: z.object({
    data: z.array(
      z.object({
        userId: Id,
        hasSecondFactor: z.boolean(),
        sessions: z.int(),
        /** Accurate to ten minutes; null if they are not signed in anywhere. */
        lastSeenOn: Timestamp.nullable(),
      }),
    ),
  }),
})

export const endMemberSession = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/sessions/:sessionId',
  permission: 'session.end-member',
  summary: 'End a session of a user of the company.',
  params: companyParams.extend({ sessionId: Id }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'ended a session of a user',
})

export const endMemberSessions = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/sessions',
  permission: 'session.end-member',
  summary: 'End all sessions of a user of the company.',
  params: companyParams,
  query: z.strictObject({ userId: Id }),
  response: Ended,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'ended the sessions of a user',
})

const platformParams = z.strictObject({ userId: Id })

export const listPlatformSessions = endpoint({
  method: 'GET',
  path: '/user/gyaadmin/:userId/sessions',
  permission: 'platform-admin.edit',
  summary: 'Active sessions of a platform administrator.',
  params: platformParams,
  response: Sessions,
})

export const endPlatformSession = endpoint({
  method: 'DELETE',
  path: '/user/gyaadmin/:userId/sessions/:sessionId',
  permission: 'platform-admin.edit',
  summary: 'End a session of a platform administrator.',
  params: platformParams.extend({ sessionId: Id }),
  response: Success,
  requiresConfirmedIdentity: true,
})

export const endPlatformSessions = endpoint({
  method: 'DELETE',
  path: '/user/gyaadmin/:userId/sessions',
  permission: 'platform-admin.edit',
  summary: 'End all sessions of a platform administrator.',
  params: platformParams,
  response: Ended,
  requiresConfirmedIdentity: true,
})
