import { passwordProblems } from '@gya/domain/common/password.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { NewOwner } from '@gya/domain/features/properties/properties.contract.ts'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import { queueMail, type Writing } from '../../platform/outbox.ts'
import { hashPassword, temporaryPassword } from '../../platform/secrets.ts'
import { findVendor, insertVendor } from './vendors.repository.ts'

type Calling = Writing & { request: { server: { gya: { config: Config } } } }
type Owner = z.output<typeof NewOwner>

/** The password of a new vendor's account: one that the agent chose, or a temporary one that the mail has to say. */
export type OwnersPassword = { hash: string; temporary: string | null }

/**
 * Makes the password of a new owner's account; null for a vendor the company knows. A hash is made to be slow: this is
 * for before the transaction. Throws PASSWORD_WEAK.
 */
export async function passwordForOwner(owner: Owner): Promise<OwnersPassword | null> {
  if ('_id' in owner) return null
  const problems = owner.password === undefined ? [] : passwordProblems(owner.password)
  if (problems.length > 0)
    throw new DomainError('PASSWORD_WEAK', { issues: problems.map((message) => ({ path: 'owner.password', message })) })
  const temporary = owner.password === undefined ? temporaryPassword() : null
  return { hash: await hashPassword(owner.password ?? temporary ?? ''), temporary }
}

/**
 * The owner of a property that is taken on: a vendor the company knows, or a new one, who is told by e-mail how to sign
 * in. Throws NOT_FOUND for somebody else's vendor, EMAIL_TAKEN for one the company already has.
 */
export async function ownerFor(
  writing: Calling,
  companyId: string,
  owner: Owner,
  password: OwnersPassword | null,
): Promise<string> {
  const { db, now, newId } = writing
  if ('_id' in owner || password === null) {
    const known = '_id' in owner && (await findVendor(db, companyId, owner._id))
    if (!known) throw new DomainError('NOT_FOUND')
    return known.id
  }
  const id = newId()
  await insertVendor(db, {
    id,
    company_id: companyId,
    type: 'VENDOR',
    first_name: owner.firstName,
    last_name: owner.lastName,
    email: owner.email,
    tel: owner.tel,
    password_hash: password.hash,
    activated: true,
    password_reset: password.temporary !== null,
    contact_by_email: owner.contactPrefs.email,
    contact_by_push: owner.contactPrefs.push,
    createdon: now,
  })
  await queueMail(writing, {
    to: [owner.email],
    companyId,
    subject: 'Follow the sale of your property',
    text: `Hello ${owner.firstName},

your estate agent has opened an account for you, so that you can follow the sale of your property.

Sign in at ${writing.request.server.gya.config.publicUrl}/login with this e-mail address${
      password.temporary === null
        ? ' and the password you chose with your agent.'
        : ` and this temporary password:

${password.temporary}

You will be asked to choose one of your own.`
    }`,
  })
  return id
}
