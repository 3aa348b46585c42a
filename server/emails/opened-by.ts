import { nameInMail } from '@gya/domain/common/web-address.ts'

/** Who opens an account, and for which company. Platform admins belong to none; a key, and who was erased, has no name. */
export type Inviter = { name: string | null; companyName: string | null }

/** "Marnie Otter of Larkmead": who opened the account that an e-mail is about. */
export function openedBy({ name, companyName }: Inviter): string {
  const parts = [name, companyName].filter((part) => part !== null)
  return parts.length === 0 ? 'Your administrator' : parts.map(nameInMail).join(' of ')
}
