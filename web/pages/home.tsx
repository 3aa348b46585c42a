import { Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMe } from '../lib/session/session.tsx'

// Paths of the table of screens are plain strings to the router.
const GoTo = Navigate as unknown as ComponentType<{ to: string; replace: boolean; ignoreBlocker: boolean }>

/**
 * "The home path / shows the first route of the user's role list", until a person chooses to start with Today. The leave
 * guard was asked before; asked again by the form being unmounted, it would block the redirect.
 */
export const Home = () => {
  const { type, startsWith } = useMe()
  const first = type === 'GYA_ADMIN' ? '/company/manage' : startsWith === 'today' ? '/today' : '/company/properties'
  return <GoTo to={first} replace ignoreBlocker />
}
