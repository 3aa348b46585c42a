import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, paragraph, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Base64Url, Descriptor, Ticket } from './second-factors.model.ts'
import { policyRoles, recoveryCodeLimits } from './second-factors.rules.ts'

/**
 * Second factors of an account (TOTP, passkeys, recovery codes), and the roles that a company requires to have one.
 * [trust §4.2](docs/design/trust.md#4.2).
 */

const Transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)

/** The response of `navigator.credentials.create`, as JSON. */
const NewPasskeyAnswer = z.strictObject({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.strictObject({ clientDataJSON: Base64Url, attestationObject: Base64Url, transports: Transports.optional() }),
})

const Factors = z.object({
  totp: z.object({ addedOn: Timestamp }).nullable(),
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      addedOn: Timestamp,
      lastUsedOn: Timestamp.nullable(),
      /** Synced between the devices of its owner. */
      synced: z.boolean(),
    }),
  ),
  recoveryCodesLeft: z.int(),
  /** Whether the policy forbids having no factor. */
  required: z.boolean(),
  /** Host name under which this site has to be opened for passkeys. */
  passkeyHost: z.string(),
})

export const readFactors = endpoint({
  method: 'GET',
  path: '/user/me/factors',
  permission: 'account.use',
  summary: 'Own second factors: TOTP, passkeys, and the number of unused recovery codes.',
  response: Factors,
  allowedBeforeSecondFactor: true,
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/user/me/totp',
  permission: 'account.use',
  summary: 'Create a TOTP secret; it counts once a code confirms it. The secret is returned here only.',
  body: z.strictObject({}),
  response: z.object({ secret: z.string(), uri: z.string() }),
  requiresConfirmedIdentity: true,
  allowedBeforeSecondFactor: true,
  returnsSecret: true,
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/user/me/totp/confirm',
  permission: 'account.use',
  summary: 'Confirm the TOTP secret with a code of it.',
  body: z.strictObject({ code: z.string('Enter the code.').max(20, 'Use 6 digits.') }),
  response: Success,
  requiresConfirmedIdentity: true,
  allowedBeforeSecondFactor: true,
})

export const deleteTotp = endpoint({
  method: 'DELETE',
  path: '/user/me/totp',
  permission: 'account.use',
  summary: 'Remove the TOTP.',
  response: Success,
  requiresConfirmedIdentity: true,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/user/me/passkey/options',
  permission: 'account.use',
  summary: 'Start adding a passkey: the challenge and options for the browser.',
  body: z.strictObject({}),
  response: z.object({
    ticket: z.string(),
    options: z.object({
      challenge: z.string(),
      timeout: z.int(),
      rp: z.object({ name: z.string(), id: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
      attestation: z.literal('none'),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      excludeCredentials: z.array(Descriptor),
    }),
  }),
  requiresConfirmedIdentity: true,
  allowedBeforeSecondFactor: true,
  returnsSecret: true,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/me/passkey',
  permission: 'account.use',
  summary: 'Add the passkey that the browser created. At most 10.',
  body: z.strictObject({ ticket: Ticket, name: requiredLine(60, 'a name'), passkey: NewPasskeyAnswer }),
  response: Success,
  requiresConfirmedIdentity: true,
  allowedBeforeSecondFactor: true,
})

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/user/me/passkey/:passkeyId',
  permission: 'account.use',
  summary: 'Remove a passkey.',
  params: z.strictObject({ passkeyId: z.string().regex(/^[A-Za-z0-9_-]{1,1400}$/, 'This is not an id.') }),
  response: Success,
  requiresConfirmedIdentity: true,
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/me/recovery-codes',
  permission: 'account.use',
  summary: 'Create 10 recovery codes; earlier ones end. They are returned here only.',
  limits: recoveryCodeLimits,
  body: z.strictObject({}),
  response: z.object({ codes: z.array(z.string()) }),
  requiresConfirmedIdentity: true,
  allowedBeforeSecondFactor: true,
  returnsSecret: true,
})

const resetReason = paragraph(300).min(1, 'Say why.')

export const resetMemberFactors = endpoint({
  method: 'POST',
  path: '/company/:companyId/member/:userId/reset-factors',
  permission: 'session.end-member',
  summary:
    'Remove all second factors of a member who lost them, and end their sessions. Those of a company admin are reset by a platform admin.',
  params: companyParams.extend({ userId: Id }),
  body: z.strictObject({ reason: resetReason }),
  response: Success,
  requiresConfirmedIdentity: true,
  // The call requires a reason and notifies all administrators. An admin who cannot sign in cannot approve an access either.
  withoutSupportAccess: true,
})

export const resetPlatformFactors = endpoint({
  method: 'POST',
  path: '/user/gyaadmin/:userId/reset-factors',
  permission: 'platform-admin.edit',
  summary: 'Remove all second factors of another platform administrator, and end their sessions.',
  params: z.strictObject({ userId: Id }),
  body: z.strictObject({ reason: resetReason }),
  response: Success,
  requiresConfirmedIdentity: true,
})

const SignInSettings = z.object({
  secondFactorFor: z.array(z.enum(policyRoles, 'Choose a role.')).max(policyRoles.length, 'Name each role once.'),
  /** First day on which it is required; null if nobody needs one. */
  requiredFrom: Day.nullable(),
})

const SignInPolicyAnswer = SignInSettings.extend({
  /** How many users of each role have a second factor. */
  roles: z.array(z.object({ role: z.enum(policyRoles), users: z.int(), withFactor: z.int() })),
  version: Version,
})

export const readSignInPolicy = endpoint({
  method: 'GET',
  path: '/company/:companyId/sign-in',
  permission: 'sign-in.policy',
  summary: 'Whom the company asks for a second factor, and from which day.',
  params: companyParams,
  response: SignInPolicyAnswer,
})

export const saveSignInPolicy = endpoint({
  method: 'PUT',
  path: '/company/:companyId/sign-in',
  permission: 'sign-in.policy',
  summary: 'Change whom the company asks for a second factor. More roles need a day at least 3 days ahead.',
  params: companyParams,
  body: z.strictObject({ ...SignInSettings.shape, version: Version.optional() }),
  response: SignInPolicyAnswer,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed who needs a second factor',
  refusedInSupportAccess: true,
})
