import { z } from 'zod'
import { Id, Timestamp, Version } from '../../common/wire.ts'

/** The vendor of a property: its owner. */
export const Owner = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  tel: z.string(),
  contactPrefs: z.object({ email: z.boolean(), push: z.boolean() }),
  lastLogin: Timestamp.nullable(),
  emailVerified: z.boolean(),
  /** Token for `POST auth/verifyemail/resend`; null if the address is confirmed and no new one is pending. */
  accountActivationToken: Id.nullable(),
  /** New address awaiting confirmation; `email` stays in force until then. */
  pendingEmail: z.string().nullable(),
  version: Version,
})
export type Owner = z.output<typeof Owner>
