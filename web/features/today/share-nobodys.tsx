import { showCount } from '@gya/domain/common/show-count.ts'
import { type ReactNode, useContext, useState } from 'react'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import type { TodayParams } from './today-params.ts'

type Props = { companyId: string; params: Pick<TodayParams, 'who' | 'branchId'>; sales: number; children: ReactNode }

/** Shares the sales of Nobody among people, for managers; for others and in other lists `children`, whose place it takes. */
export function ShareNobodys({ companyId, params: { who, branchId }, sales, children }: Props) {
  const [open, setOpen] = useState(false)
  const { share } = useContext(DialogsContext)
  if (!useMay('sale.share') || who !== 'nobody' || (sales === 0 && !open)) return children
  const from = { from: 'nobody', ...(branchId === undefined ? {} : { branchIds: [branchId] }) }
  return (
    <>
      <Button size="s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share {sales}…
      </Button>
      {open &&
        share({
          companyId,
          what: `${showCount(sales, 'sale')} without a progressor`,
          sales: from,
          onClose: () => setOpen(false),
        })}
    </>
  )
}
