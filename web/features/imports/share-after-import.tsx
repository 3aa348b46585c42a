import { showCount } from '@gya/domain/common/show-count.ts'
import { readTodayCounts } from '@gya/domain/features/today/today-counts.contract.ts'
import { useContext, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** After an import with sales that named no progressor: how many sales nobody runs now, whatever brought them, and their share. */
export const ShareAfterImport = ({ companyId, imported }: { companyId: string; imported: number }) =>
  imported > 0 && <SalesOfNobody companyId={companyId} />

function SalesOfNobody({ companyId }: { companyId: string }) {
  const maySee = useMay('day.view')
  const mayShare = useMay('sale.share')
  const { share } = useContext(DialogsContext)
  const [isOpen, setOpen] = useState(false)
  const isAsked = maySee && mayShare
  const { data } = useCall(readTodayCounts, { params: { companyId }, query: { who: 'nobody' } }, { enabled: isAsked })
  const sales = data?.sales ?? 0
  if (!isAsked || (sales === 0 && !isOpen)) return null
  const what = `${showCount(sales, 'sale')} without a progressor`
  return (
    <Notice
      tone="warn"
      title={`${showCount(sales, 'sale has', 'sales have')} no progressor`}
      action={
        <Button size="s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Share {sales}…
        </Button>
      }
    >
      Nobody is reminded of what is due in {sales === 1 ? 'it' : 'them'}.
      {isOpen && share({ companyId, what, sales: { from: 'nobody' }, onClose: () => setOpen(false) })}
    </Notice>
  )
}
