import { homePath } from '@gya/domain/features/sign-in/home-path.ts'
import { Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMe } from '../lib/session/session.tsx'

// Paths of the table of screens are plain strings for the router.
const GoTo = Navigate as unknown as ComponentType<{ to: string; replace: boolean; ignoreBlocker: boolean }>

/** The leave guard has already been asked; asking again through the unmounted form would block the redirect. */
export const Home = () => <GoTo to={homePath(useMe())} replace ignoreBlocker />
