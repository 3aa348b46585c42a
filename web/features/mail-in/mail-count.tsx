import { showNumber } from '@gya/domain/common/show-count.ts'
import { countMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { useEffect } from 'react'
import { useCall } from '../../lib/api/use-call.ts'

type Props = { companyId: string; onKnown: (isUsed: boolean) => void }

/** Sidebar badge: the number of e-mails to file. `onKnown`: whether any come in at all, so that Mail is in the sidebar. */
export default function MailCount({ companyId, onKnown }: Props) {
  const { data } = useCall(countMailIn, { params: { companyId }, query: {} })
  const isUsed = data && (data.isOn || data.inbox > 0)
  useEffect(() => {
    if (isUsed !== undefined) onKnown(isUsed)
  }, [isUsed, onKnown])
  if (!data || data.inbox === 0) return null
  return (
    <span className="n">
      <span className="vh">, </span>
      {showNumber(data.inbox)}
      <span className="vh"> to file</span>
    </span>
  )
}
