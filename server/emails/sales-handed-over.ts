import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { Message } from './outbox.ts'

type SalesHandedOver = {
  companyId: string
  /** Full name of the previous agent contact; null: several, or nobody. */
  from: string | null
  sales: number
  branches: readonly { name: string; count: number }[]
  publicUrl: string
}

/** To the new agent contact of sales that were handed over. */
export const salesHandedOverEmail = (
  to: { email: string; first_name: string },
  { companyId, from, sales, branches, publicUrl }: SalesHandedOver,
): Message => ({
  to: [to.email],
  companyId,
  subject: sales === 1 ? '1 sale is now yours' : `${sales} sales are now yours`,
  text: `Hello ${nameInMail(to.first_name)},

you are the agent contact of ${sales === 1 ? 'a sale' : `${sales} sales`}${from === null ? '' : ` that ${from} had`}:

${branches.map(({ name, count }) => `${name}: ${count}`).join('\n')}

${publicUrl}/company/report`,
})
