import type { UserType } from '../../access/permissions.ts'

type Starting = { type: UserType; startsWith: 'today' | 'properties' | null }

/** "The home path / shows the first route of the user's role list", unless the user has chosen to start with Today. */
export const homePath = ({ type, startsWith }: Starting): string =>
  type === 'GYA_ADMIN' ? '/company/manage' : startsWith === 'today' ? '/today' : '/company/properties'
