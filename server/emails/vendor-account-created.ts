import { salutationOf } from '@gya/domain/common/person.ts'
import { temporaryPasswordLabel } from '@gya/domain/features/mail/mask-secrets.ts'
import type { Message } from './outbox.ts'

type VendorAccountCreated = {
  email: string
  firstName: string
  lastName: string
  companyId: string
  companyName: string
  /** First line of the address of the property that is taken on. */
  line1: string
  /** Null if the agent chose the password. */
  temporaryPassword: string | null
  publicUrl: string
}

/** To a new vendor: how to sign in to the vendor portal. */
export const vendorAccountCreatedEmail = ({
  email,
  firstName,
  lastName,
  companyId,
  companyName,
  line1,
  temporaryPassword,
  publicUrl,
}: VendorAccountCreated): Message => ({
  to: [email],
  companyId,
  subject: `${companyName}: follow the sale of ${line1}`,
  text: `Hello ${salutationOf(firstName, lastName)},

${companyName} has opened an account for you, so that you can follow the sale of ${line1}.

Sign in at ${publicUrl}/login with this e-mail address${
    temporaryPassword === null
      ? ' and the password you chose with your agent.'
      : ` and this ${temporaryPasswordLabel}

${temporaryPassword}

You will be asked to choose one of your own.`
  }`,
})
