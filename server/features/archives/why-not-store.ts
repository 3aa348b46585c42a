import { Address, PropertyAddress } from '@gya/domain/common/address.ts'
import { oneLine } from '@gya/domain/common/one-line.ts'
import { Email, line, Tel } from '@gya/domain/common/wire.ts'
import { z } from 'zod'
import type { Row } from './write-archive.ts'

const EmailOrNone = Email.or(z.literal(''))
const reached = { email: EmailOrNone, tel: Tel }
const person = { first_name: line(80), last_name: line(80), email: Email, tel: Tel }

/**
 * Texts that responses check, by table and column: "What is written by any way obeys the same reader as the calls." A row of an archive that
 * does not obey could be restored but never read again.
 */
const storedTexts: Readonly<Record<string, z.ZodObject>> = {
  // An erased account has no address.
  app_user: z.object({ ...person, email: EmailOrNone }),
  company: z.object({ tel: Tel, ...Address.shape }),
  branch: z.object({ ...reached, ...Address.shape }),
  property: z.object({ ...PropertyAddress.shape, buyer_name: line(160), buyer_email: EmailOrNone, buyer_tel: Tel }),
  property_additional_contact: z.object(person),
  company_contact: z.object({ ...reached, line1: Address.shape.line1.nullable(), postcode: Address.shape.postcode.nullable() }),
  company_contact_poc: z.object(reached),
  offer: z.object(reached),
  viewing: z.object(reached),
}

/** Why a row of an archive cannot be restored: the first text that no call would take; null if there is none. */
export function whyNotStore(table: string, row: Row): string | null {
  const schema = storedTexts[table]
  if (!schema) return null
  const texts = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = row[name]
      return value === undefined ? [] : [[name, typeof value === 'string' ? oneLine(value) : value]]
    }),
  )
  const issue = schema.partial().safeParse(texts).error?.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null
}
