import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { Message } from './outbox.ts'

type AccountCreated = {
  email: string
  firstName: string
  companyId: string | null
  /** Null if the creator of the account chose the password. */
  temporaryPassword: string | null
  publicUrl: string
}

/** To a new member of staff: how to sign in for the first time. */
export const accountCreatedEmail = ({ email, firstName, companyId, temporaryPassword, publicUrl }: AccountCreated): Message => ({
  to: [email],
  companyId,
  subject: 'Your new GYA account: how to sign in',
  text: `Hello ${nameInMail(firstName)},

an account has been opened for you on GYA.

Sign in at ${publicUrl}/login with this e-mail address and ${
    temporaryPassword === null
      ? 'the password you were given by the person who opened it.'
      : `this temporary password:\n\n${temporaryPassword}`
  }

You will be asked to choose a password of your own.`,
})
