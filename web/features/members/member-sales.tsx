import type { Wire } from '@gya/domain/endpoint.ts'
import { countSalesOfMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/api/use-call.ts'

export type Sales = Wire<typeof countSalesOfMember, 'response'>

type Of = { companyId: string; userId: string | undefined; branchId?: string | undefined }

/** What a member leaves behind, once loaded. `branchId`: only sales of this branch. */
export function useMemberSales({ companyId, userId = '', branchId }: Of, enabled = true): Sales | undefined {
  const input = { params: { companyId, userId }, query: branchId === undefined ? {} : { branchId } }
  return useCall(countSalesOfMember, input, { enabled: enabled && userId !== '' }).data
}

/** Renders what a member leaves behind, once loaded. */
export function MemberSales({ children, ...of }: Of & { children: (sales: Sales) => ReactNode }) {
  const sales = useMemberSales(of)
  return sales ? children(sales) : null
}
