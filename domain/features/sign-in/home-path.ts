import type { UserType } from '../../access/permissions.ts'

type StartPage = 'today' | 'properties'
type Starting = { type: UserType; startsWith: StartPage | null }

/**
 * The page with which a user of a company starts: the one they have chosen. "The home path / shows the first route of the user's role list";
 * the role Progressor, which the specification does not know, starts with Today.
 */
export const startPage = ({ type, startsWith }: Starting): StartPage =>
  startsWith ?? (type === 'PROGRESSOR' ? 'today' : 'properties')

export const homePath = (user: Starting): string => {
  if (user.type === 'GYA_ADMIN') return '/company/manage'
  return startPage(user) === 'today' ? '/today' : '/company/properties'
}
