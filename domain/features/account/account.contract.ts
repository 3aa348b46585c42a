import { z } from 'zod'
import { personUpdateFields } from '../../common/person.ts'
import { imageFile } from '../../common/uploads.ts'
import { Id, Success, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Me } from '../sign-in/sign-in.contract.ts'

/** One's own profile and account, and the confirmation of an e-mail address. */

export const updateOwnAccount = endpoint({
  method: 'PUT',
  path: '/user/me',
  permission: 'account.use',
  summary:
    'Change the own profile. A new e-mail address comes into force when it is confirmed by the link that goes to it; it is taken only in a session that was confirmed within 10 minutes.',
  /** `weeklySummary` is the company administrator's to switch. */
  body: z.strictObject({
    ...personUpdateFields,
    weeklySummary: z.boolean('Choose yes or no.').optional(),
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
  summary: 'Delete the own account and end all its sessions. The last administrator of a company or of the platform stays.',
  body: z.strictObject({}),
  response: Success,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/verifyemail/resend',
  permission: 'account.verify',
  summary:
    'Send the link that confirms an e-mail address again. The token is the accountActivationToken of a vendor, a member or oneself: it names the account and opens nothing. Five times an hour for each person.',
  body: z.strictObject({ token: Id }),
  response: Success,
})

export const cancelNewAddress = endpoint({
  method: 'POST',
  path: '/auth/verifyemail/cancel',
  permission: 'account.use',
  summary:
    'Withdraw a new e-mail address that has not been confirmed: its link ends, the present address stays. The token is the accountActivationToken: of oneself, of a vendor, and of a member of the company for its administrators.',
  body: z.strictObject({ token: Id }),
  response: Success,
})
