import { showNumber } from '@gya/domain/common/show-count.ts'
import { countMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'

/** Sidebar badge: the number of e-mails to file. */
export default function MailCount({ companyId }: { companyId: string }) {
  const { data } = useCall(countMailIn, { params: { companyId }, query: {} })
  if (!data || data.inbox === 0) return null
  return (
    <span className="n">
      <span className="vh">, </span>
      {showNumber(data.inbox)}
      <span className="vh"> to file</span>
    </span>
  )
}
