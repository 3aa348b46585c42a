import { hasPermission, type Permission } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { callOptions } from '../api/use-call.ts'

export type Me = Wire<typeof readMe, 'response'>

const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext.Provider

/** The signed-in user. Only below SignedIn. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe outside the signed-in app')
  return me
}

/** Queries the signed-in user. */
export const useReadMe = () => useQuery({ ...callOptions(readMe, {}), staleTime: 60_000 })

/** Whether the signed-in user may make a call; if nobody is signed in yet, the server decides. */
export function useMayCall({ permission }: { permission: Permission | 'public' }): boolean {
  const me = useContext(MeContext)
  return me === null || permission === 'public' || hasPermission(me.type, permission)
}

export const useMay = (permission: Permission): boolean => hasPermission(useMe().type, permission)
