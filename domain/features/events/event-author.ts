import type { UserType } from '../../access/permissions.ts'

/** The author of an entry when it was written: an account, an API key by name, or the party of a link. */
export type EventAuthor = {
  userId?: string
  name: string
  role?: UserType
  /** Device of the session. */
  device?: string
  /** Party of the link. */
  party?: string
}
