import { z } from 'zod'
import { personUpdateFields } from '../../common/person.ts'
import { imageFile } from '../../common/uploads.ts'
import { Id, Success, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Me, startScreens } from '../sign-in/sign-in.contract.ts'

/** Own profile and account, and confirmation of an e-mail address. */

export const updateOwnAccount = endpoint({
  method: 'PUT',
  path: '/user/me',
  permission: 'account.use',
  summary:
    'Change the own profile. A new e-mail address takes effect once it is confirmed by the link sent to it; it requires an identity confirmed within the last 10 minutes.',
  /** `weeklySummary` (weekly summary and page of the week) and `startsWith` are for users of a company who are not vendors. */
  body: z.strictObject({
    ...personUpdateFields,
    weeklySummary: z.boolean('Choose yes or no.').optional(),
    startsWith: z.enum(startScreens, 'Choose Today or the properties list.').optional(),
    singleKeys: z.boolean('Choose yes or no.').optional(),
    /** When the digest is sent on weekdays, `HH:mm` in London; null: not at all. For users of a company who are not vendors. */
    digestTime: z
      .string('Enter a time.')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 07:30.')
      .nullable()
      .optional(),
    version: Version.optional(),
  }),
  form: true,
  file: imageFile,
  emailRecipients: ['body.email'],
  response: Me,
})

export const deleteOwnAccount = endpoint({
  method: 'DELETE',
  path: '/user',
  permission: 'account.use',
  summary:
    'Delete the own account and end all its sessions. The last administrator of a company or of the platform cannot be deleted.',
  body: z.strictObject({}),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted their own account',
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/verifyemail/resend',
  permission: 'account.verify',
  summary:
    'Resend the link that confirms an e-mail address. The token is the accountActivationToken of a vendor, a member or the caller; it identifies the account and grants no access. At most five per hour and person.',
  body: z.strictObject({ token: Id }),
  response: Success,
})

export const cancelNewAddress = endpoint({
  method: 'POST',
  path: '/auth/verifyemail/cancel',
  permission: 'account.use',
  summary:
    'Withdraw an unconfirmed new e-mail address: its link is revoked and the current address stays. The token is the accountActivationToken of the caller, of a vendor or, for administrators, of a member of the company.',
  body: z.strictObject({ token: Id }),
  response: Success,
})
