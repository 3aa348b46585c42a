import type { Me } from './sign-in.contract.ts'

/** "The home path / shows the first route of the user's role list", until a person chooses to start with Today. */
export const homePath = ({ type, startsWith }: Pick<Me, 'type' | 'startsWith'>): string =>
  type === 'GYA_ADMIN' ? '/company/manage' : startsWith === 'today' ? '/today' : '/company/properties'
