import { nameInMail } from '@gya/domain/common/web-address.ts'
import { temporaryPasswordLabel } from '@gya/domain/features/mail/mask-secrets.ts'
import type { Message } from './outbox.ts'

type AccountCreated = {
  email: string
  firstName: string
  companyId: string | null
  /** Null if the creator of the account chose the password. */
  temporaryPassword: string | null
  /** The company whose first administrator this is. */
  firstOf?: string | undefined
  publicUrl: string
}

/** To a new member of staff: how to sign in for the first time. */
export const accountCreatedEmail = ({
  email,
  firstName,
  companyId,
  temporaryPassword,
  firstOf,
  publicUrl,
}: AccountCreated): Message => ({
  to: [email],
  companyId,
  subject: firstOf === undefined ? 'Your new GYA account: how to sign in' : `Your GYA account for ${firstOf}`,
  text: `Hello ${nameInMail(firstName)},

an account has been opened for you on GYA${firstOf === undefined ? '' : `, where ${nameInMail(firstOf)} follows its sales`}.

Sign in at ${publicUrl}/login with this e-mail address and ${
    temporaryPassword === null
      ? 'the password you were given by the person who opened it.'
      : `this ${temporaryPasswordLabel}\n\n${temporaryPassword}`
  }

You will be asked to choose a password of your own.${
    firstOf === undefined
      ? ''
      : ' Then the list on your first page leads you: your branch, your people, your sales from a spreadsheet.'
  }`,
})
