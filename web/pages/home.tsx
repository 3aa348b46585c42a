import { Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMe } from '../lib/session/session.tsx'

// The table of screens is data, so the router knows its addresses as plain text.
const GoTo = Navigate as unknown as ComponentType<{ to: string; replace: boolean; ignoreBlocker: boolean }>

/**
 * "The home path / shows the first route of the user's role list." The leave guard was asked on the way
 * here; asked again by a form that is going, it would keep the page empty.
 */
export const Home = () => (
  <GoTo to={useMe().type === 'GYA_ADMIN' ? '/company/manage' : '/company/properties'} replace ignoreBlocker />
)
