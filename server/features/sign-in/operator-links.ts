import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { operatorLinkHours } from '@gya/domain/features/account/link-lifetimes.ts'
import type { AuditKind } from '@gya/domain/features/audit/audit-kinds.ts'
import type { Db } from '../../db/pool.ts'
import { insertLink } from '../users/account-links.repository.ts'
import { findAccountsByEmail } from './sign-in.repository.ts'

export type OperatorLink = { role: string; firstName: string; link: string }

/**
 * Creates a link to choose a password for each account of an e-mail address, for the operator's command. Earlier links of
 * these accounts are deleted; each link is a security event without caller.
 */
export async function makeOperatorLinks(
  db: Db,
  { email, now, newId, publicUrl }: { email: string; now: Instant; newId(): string; publicUrl: string },
): Promise<OperatorLink[]> {
  const links: OperatorLink[] = []
  for (const account of await findAccountsByEmail(db, email.trim().toLowerCase())) {
    const token = await insertLink(db, { userId: account.id, purpose: 'reset', now, hours: operatorLinkHours })
    const event = {
      company_id: account.company_id ?? platformCompanyId,
      id: newId(),
      at: now,
      kind: 'operator-link' satisfies AuditKind,
      about_user_id: account.id,
    }
    await db.insertInto('audit').values(event).execute()
    links.push({ role: account.type, firstName: account.first_name, link: `${publicUrl}/login/reset#token=${token}` })
  }
  return links
}
