import { nameInMail } from '@gya/domain/common/web-address.ts'
import { temporaryPasswordLabel } from '@gya/domain/features/mail/mask-secrets.ts'
import { type Inviter, openedBy } from './opened-by.ts'
import type { Message } from './outbox.ts'

type AccountCreated = {
  email: string
  firstName: string
  companyId: string | null
  /** Null if the creator of the account chose the password. */
  temporaryPassword: string | null
  inviter: Inviter
  /** Whether this is the first administrator of the company. */
  isFirst: boolean
  publicUrl: string
}

/** To a new member of staff: how to sign in for the first time. */
export const accountCreatedEmail = ({
  email,
  firstName,
  companyId,
  temporaryPassword,
  inviter,
  isFirst,
  publicUrl,
}: AccountCreated): Message => ({
  to: [email],
  companyId,
  subject: isFirst
    ? `Your GYA account for ${inviter.companyName}`
    : `Your new GYA account${inviter.companyName === null ? '' : ` at ${inviter.companyName}`}: how to sign in`,
  text: `Hello ${nameInMail(firstName)},

${
  isFirst
    ? `an account has been opened for you on GYA, where ${nameInMail(inviter.companyName ?? '')} follows its sales.`
    : `${openedBy(inviter)} has opened an account for you on GYA.`
}

Sign in at ${publicUrl}/login with this e-mail address and ${
    temporaryPassword === null
      ? 'the password you were given by the person who opened it.'
      : `this ${temporaryPasswordLabel}\n\n${temporaryPassword}`
  }

You will be asked to choose a password of your own.${
    isFirst ? ' Then the list on your first page leads you: your branch, your people, your sales from a spreadsheet.' : ''
  }`,
})
