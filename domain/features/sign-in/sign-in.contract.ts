import { z } from 'zod'
import { userTypes } from '../../access/permissions.ts'
import { Day, Email, Id, line, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PasskeyAnswer, PasskeyQuestion, Ticket } from '../second-factors/second-factors.model.ts'
import { forgotPasswordLimits, ownPasswordLimits, passkeyLimits, resetByLinkLimits, verifyEmailLimits } from './sign-in.rules.ts'

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
  company: z
    .object({
      _id: Id,
      name: z.string(),
      brandColour: z.string().nullable(),
      logo: Id.nullable(),
      /** Whether e-mails come in for a branch in reach, or some that came are not filed yet. */
      mailIn: z.boolean(),
      /** The company keeps the register of customer checks; absent if it does not. */
      checks: z.literal(true).optional(),
    })
    .nullable(),
  /** Branches in reach; empty for administrators, who reach all. */
  branches: z.array(z.object({ _id: Id, name: z.string() })),
  lastLogin: Timestamp.nullable(),
  activated: z.boolean(),
  passwordReset: z.boolean(),
  /** Token for `POST auth/verifyemail/resend`; null if the address is confirmed and no new one is pending. */
  accountActivationToken: Id.nullable(),
  /** The day from which the user needs a second factor and has none yet; null: none is required, or there is one. */
  secondFactorFrom: Day.nullable(),
  /** New address awaiting confirmation; `email` stays in force until then. */
  pendingEmail: z.string().nullable(),
  avatar: Id.nullable(),
  /** Whether the user receives summaries by e-mail (weekly summary, page of the week); null for vendors and platform admins. */
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

/** A code of the authenticator app, a recovery code, or a passkey. */
const secondFactor = {
  totp: z.string().max(20, 'Use 6 digits.').optional(),
  recovery: z.string().max(40, 'This is not a recovery code.').optional(),
  passkey: PasskeyAnswer.optional(),
}

export const signInSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second',
  permission: 'public',
  summary:
    'Second step of signing in, with the ticket of 401 SECOND_FACTOR_REQUIRED and one of its ways. The ticket ends after 5 wrong answers or 5 minutes.',
  body: z
    .strictObject({ ticket: Ticket, ...secondFactor })
    .refine(({ totp, recovery, passkey }) => [totp, recovery, passkey].filter((way) => way !== undefined).length === 1, {
      message: 'Use one of totp, recovery and passkey.',
    }),
  response: Me,
})

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  permission: 'public',
  summary: 'Challenge for signing in with a passkey; with the ticket of a sign-in, for its second step.',
  limits: passkeyLimits,
  body: z.strictObject({ ticket: Ticket.optional() }),
  response: PasskeyQuestion,
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  permission: 'public',
  summary: 'Sign in with a passkey and without a password; sets the session cookie.',
  limits: passkeyLimits,
  body: z.strictObject({ ticket: Ticket, passkey: PasskeyAnswer }),
  response: Me,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot',
  permission: 'public',
  summary: 'Request a link to choose a new password; the response is the same whether or not the address has an account.',
  limits: forgotPasswordLimits,
  body: z.strictObject({ email: Email }),
  response: Success,
})

export const resetPasswordByLink = endpoint({
  method: 'POST',
  path: '/auth/reset',
  permission: 'public',
  summary: 'Choose a new password with the link from the e-mail; ends every session of the account.',
  limits: resetByLinkLimits,
  body: z.strictObject({ token: Token, password: Secret }),
  response: Success,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verifyemail',
  permission: 'public',
  summary: 'Confirm an e-mail address with the link from the e-mail; a new address takes effect and ends the other sessions.',
  limits: verifyEmailLimits,
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
  liveFor: ['company'],
  summary: 'The signed-in user.',
  response: Me,
  allowedBeforeActivation: true,
})

export const activateAccount = endpoint({
  method: 'PATCH',
  path: '/user/activate',
  permission: 'account.use',
  summary: 'Choose the first password of an account that has not been activated.',
  limits: ownPasswordLimits,
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
  limits: ownPasswordLimits,
  body: z.strictObject({ password: Secret }),
  response: Success,
  allowedBeforeActivation: true,
  requiresConfirmedIdentity: true,
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/user/confirm',
  permission: 'account.use',
  summary:
    'Confirm the identity of the signed-in user; for 10 minutes this session may make calls that require it. The password, and with a second factor also a code of it; or a passkey instead.',
  body: z.strictObject({ password: Secret.optional(), ...secondFactor, ticket: Ticket.optional() }),
  response: Success,
  allowedBeforeSecondFactor: true,
})

export const startPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/user/confirm/options',
  permission: 'account.use',
  summary: 'Challenge for confirming the identity with a passkey.',
  body: z.strictObject({}),
  response: PasskeyQuestion,
  returnsSecret: true,
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
