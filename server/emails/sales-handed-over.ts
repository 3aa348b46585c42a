import { nameInMail } from '@gya/domain/common/web-address.ts'
import { describeHeld, type Held } from '@gya/domain/features/assignment/choose-progressor.ts'
import type { Message } from './outbox.ts'

type SalesHandedOver = {
  companyId: string
  /** Full name of the previous sales progressor; null: several, or nobody. */
  from: string | null
  held: Held
  branches: readonly { name: string; held: Held }[]
  publicUrl: string
}

const isOne = ({ sales, homes, withdrawn }: Held): boolean => sales + homes + withdrawn === 1

/** To the new sales progressor of sales that were handed over. */
export const salesHandedOverEmail = (
  to: { email: string; first_name: string },
  { companyId, from, held, branches, publicUrl }: SalesHandedOver,
): Message => ({
  to: [to.email],
  companyId,
  subject: `${describeHeld(held)} ${isOne(held) ? 'is' : 'are'} now yours`,
  text: `Hello ${nameInMail(to.first_name)},

you are the sales progressor of ${describeHeld(held)}${from === null ? '' : ` that ${from} had`}:

${listBranches(branches)}

${publicUrl}/company/report`,
})

/** To whom `salesHandedOverEmail` was sent, when the share is undone. */
export const salesTakenBackEmail = (
  to: { email: string; first_name: string },
  { companyId, held, branches, publicUrl }: Omit<SalesHandedOver, 'from'>,
): Message => ({
  to: [to.email],
  companyId,
  subject: `${describeHeld(held)} ${isOne(held) ? 'is' : 'are'} not yours after all`,
  text: `Hello ${nameInMail(to.first_name)},

we told you that these were now yours. That was undone: you are not the sales progressor of ${describeHeld(held)}:

${listBranches(branches)}

${publicUrl}/company/report`,
})

const listBranches = (branches: SalesHandedOver['branches']): string =>
  branches.map((branch) => `${branch.name}: ${describeHeld(branch.held)}`).join('\n')
