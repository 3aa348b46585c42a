import { z } from 'zod'
import { userTypes } from '../../access/permissions.ts'
import { Email, Id, line, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

export const startScreens = ['today', 'properties'] as const

/** The signed-in user: response of `GET user/me` and of signing in. */
export const Me = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  tel: z.string(),
  type: z.enum(userTypes),
  /** Null for platform admins. */
  company: z.object({ _id: Id, name: z.string(), brandColour: z.string().nullable(), logo: Id.nullable() }).nullable(),
  /** Branches of a branch role. */
  branches: z.array(z.object({ _id: Id, name: z.string() })),
  lastLogin: Timestamp.nullable(),
  activated: z.boolean(),
  passwordReset: z.boolean(),
  /** Token for `POST auth/verifyemail/resend`; null if the address is confirmed and no new one is pending. */
  accountActivationToken: Id.nullable(),
  /** New address awaiting confirmation; `email` stays in force until then. */
  pendingEmail: z.string().nullable(),
  avatar: Id.nullable(),
  /** Whether the user receives the weekly summary; null for all but company administrators. */
  weeklySummary: z.boolean().nullable(),
  /** First screen after signing in; null: never chosen, so the properties list. */
  startsWith: z.enum(startScreens).nullable(),
  /** Whether single keys without Ctrl or Alt act on lists (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** When the digest is sent on weekdays, `HH:mm` in London; null: not at all. */
  digestTime: z.string().nullable(),
  version: Version,
})
export type Me = z.output<typeof Me>

const Secret = z.string('Enter a password.').min(1, 'Enter a password.').max(200, 'Use at most 200 characters.')
const Token = z.string('This link is not complete.').regex(/^[A-Za-z0-9_-]{20,100}$/, 'This link is not complete.')

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  permission: 'public',
  summary: 'Sign in with e-mail and password; sets the session cookie.',
  body: z.strictObject({ email: Email, password: Secret }),
  response: Me,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot',
  permission: 'public',
  summary: 'Request a link to choose a new password; the response is the same whether or not the address has an account.',
  body: z.strictObject({ email: Email }),
  response: Success,
})

export const resetPasswordByLink = endpoint({
  method: 'POST',
  path: '/auth/reset',
  permission: 'public',
  summary: 'Choose a new password with the link from the e-mail; ends every session of the account.',
  body: z.strictObject({ token: Token, password: Secret }),
  response: Success,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verifyemail',
  permission: 'public',
  summary: 'Confirm an e-mail address with the link from the e-mail; a new address takes effect and ends the other sessions.',
  body: z.strictObject({ token: Token }),
  response: Success,
})

export const logout = endpoint({
  method: 'POST',
  path: '/user/logout',
  permission: 'account.use',
  summary: 'End this session.',
  response: Success,
  allowedBeforeActivation: true,
})

export const readMe = endpoint({
  method: 'GET',
  path: '/user/me',
  permission: 'account.use',
  summary: 'The signed-in user.',
  response: Me,
  allowedBeforeActivation: true,
})

export const activateAccount = endpoint({
  method: 'PATCH',
  path: '/user/activate',
  permission: 'account.use',
  summary: 'Choose the first password of an account that has not been activated.',
  body: z.strictObject({ password: Secret }),
  response: z.object({ success: z.boolean() }),
  allowedBeforeActivation: true,
  requiresConfirmedIdentity: true,
})

export const resetOwnPassword = endpoint({
  method: 'PATCH',
  path: '/user/resetpassword',
  permission: 'account.use',
  summary: 'Choose a new password; ends every other session of the account.',
  body: z.strictObject({ password: Secret }),
  response: Success,
  allowedBeforeActivation: true,
  requiresConfirmedIdentity: true,
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/user/confirm',
  permission: 'account.use',
  summary: 'Confirm the identity of the signed-in user; for 10 minutes this session may make calls that require it.',
  body: z.strictObject({ password: Secret }),
  response: Success,
})

export const Person = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: line(254),
  tel: z.string(),
})
export type Person = z.output<typeof Person>
