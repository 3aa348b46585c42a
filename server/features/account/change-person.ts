import { given } from '@gya/domain/common/given.ts'
import type { Selectable, Updateable } from 'kysely'
import { type ChangedField, changedFields } from '../../db/changed-fields.ts'
import type { AppUser } from '../../db/schema.ts'
import { updateAccountColumns } from '../members/members.repository.ts'
import { deleteLinksOf } from '../session/session.repository.ts'
import { type LinkWriting, sendInvitation, sendVerification, tellOldAddress } from './send-links.ts'

export type PersonChange = {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  tel?: string | undefined
}

type Changing = LinkWriting & { callerId: string }

/**
 * Changes the card of a person whose account is locked, and with it what else is given of the account; answers what
 * differs, nothing when nothing does. A changed e-mail address is not confirmed: a link goes to it, and every link that
 * went to the old one ends. Throws EMAIL_TAKEN (by the database's own rule).
 */
export async function changePerson(
  writing: Changing,
  person: Selectable<AppUser>,
  { firstName, lastName, email, tel }: PersonChange,
  more: Pick<Updateable<AppUser>, 'type' | 'contact_by_email' | 'contact_by_push' | 'weekly_summary'> = {},
): Promise<ChangedField[]> {
  const columns = given({ first_name: firstName, last_name: lastName, email, tel, ...more })
  const changes = changedFields(person, columns)
  if (changes.length === 0) return changes
  const saved = { ...columns, updatedon: writing.now, updated_by: writing.callerId }
  if (columns.email === undefined || columns.email === person.email) {
    await updateAccountColumns(writing.db, person.id, saved)
    return changes
  }
  // A temporary password that was never replaced lies at the old address: it ends, and the new address is invited anew.
  const invited = person.password_reset
  await updateAccountColumns(writing.db, person.id, {
    ...saved,
    email_verified: false,
    ...(invited ? { password_hash: null } : {}),
  })
  await deleteLinksOf(writing.db, person.id)
  const addressee = { ...person, first_name: columns.first_name ?? person.first_name, email: columns.email }
  await (invited ? sendInvitation(writing, addressee) : sendVerification(writing, addressee))
  if (!invited) await tellOldAddress(writing, { ...addressee, email: person.email })
  return changes
}
