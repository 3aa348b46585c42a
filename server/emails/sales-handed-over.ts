import { nameInMail } from '@gya/domain/common/web-address.ts'
import { describeHeld, type Held } from '@gya/domain/features/assignment/choose-progressor.ts'
import type { Message } from './outbox.ts'

type SalesHandedOver = {
  companyId: string
  /** Full name of the previous agent contact; null: several, or nobody. */
  from: string | null
  held: Held
  branches: readonly { name: string; held: Held }[]
  publicUrl: string
}

/** To the new agent contact of sales that were handed over. */
export const salesHandedOverEmail = (
  to: { email: string; first_name: string },
  { companyId, from, held, branches, publicUrl }: SalesHandedOver,
): Message => ({
  to: [to.email],
  companyId,
  subject: `${describeHeld(held)} ${held.sales + held.homes + held.withdrawn === 1 ? 'is' : 'are'} now yours`,
  text: `Hello ${nameInMail(to.first_name)},

you are the agent contact of ${describeHeld(held)}${from === null ? '' : ` that ${from} had`}:

${branches.map((branch) => `${branch.name}: ${describeHeld(branch.held)}`).join('\n')}

${publicUrl}/company/report`,
})
