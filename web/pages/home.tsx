import { Navigate } from '@tanstack/react-router'
import { useMe } from '../platform/session.tsx'

/** "The home path / shows the first route of the user's role list." */
export const Home = () => <Navigate to={useMe().type === 'GYA_ADMIN' ? '/company/manage' : '/company/properties'} replace />
