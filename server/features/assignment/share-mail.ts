import { shareMailDelaySeconds } from '@gya/domain/features/assignment/choose-progressor.ts'
import { findMailsSent, type OutboxContext, queueMail, takeBackMails } from '../../emails/outbox.ts'
import { salesHandedOverEmail, salesTakenBackEmail } from '../../emails/sales-handed-over.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { findWorkers } from './assignment.repository.ts'
import { countByBranch, findSalesToShare, type SaleToShare } from './share-sales.ts'

type ShareMailPart = UndoPart & { kind: 'share-mail'; propertyId: null; mailId: string; userId: string; propertyIds: string[] }
type Where = { companyId: string; publicUrl: string }

/** Tells somebody which sales are now theirs. Returns the part of the undo, which must be undone after those of the sales. */
export async function mailShare(
  context: OutboxContext,
  to: { _id: string; email: string; first_name: string },
  sales: readonly SaleToShare[],
  { companyId, publicUrl }: Where,
): Promise<ShareMailPart> {
  const email = salesHandedOverEmail(to, { companyId, from: null, ...countByBranch(sales), publicUrl })
  const sendAfter = new Date(Date.parse(context.now) + shareMailDelaySeconds * 1000).toISOString()
  const mailId = await queueMail(context, { ...email, sendAfter })
  return { kind: 'share-mail', propertyId: null, mailId, userId: to._id, propertyIds: sales.map(({ propertyId }) => propertyId) }
}

/** An e-mail that waits is taken back, and what is still theirs is told anew; one that has gone is corrected by another. */
export function registerShareMailPart(publicUrl: string): void {
  registerUndoPart<ShareMailPart>('share-mail', {
    follows: true,
    conflict: () => Promise.resolve(null),
    async undo(context, parts) {
      const { db, companyId, caller } = context
      const sent = await findMailsSent(db, { ...context, mailIds: parts.map(({ mailId }) => mailId) })
      const waiting = parts.filter(({ mailId }) => !sent.includes(mailId))
      const mailIds = waiting.map(({ mailId }) => mailId)
      await takeBackMails(db, { ...context, mailIds, userId: caller.userId })
      const people = await findWorkers(db, companyId, { userIds: parts.map(({ userId }) => userId) })
      const told: string[] = []
      for (const part of parts) {
        const to = people.find(({ _id }) => _id === part.userId)
        if (!to) continue
        const { theirs, others } = await salesOf(context, part)
        if (!sent.includes(part.mailId)) {
          if (theirs.length > 0) await mailShare(context, to, theirs, { companyId, publicUrl })
        } else if (others.length > 0) {
          await queueMail(context, salesTakenBackEmail(to, { companyId, ...countByBranch(others), publicUrl }))
          told.push(to.name)
        }
      }
      if (told.length > 0)
        context.say(`The e-mail had been sent to ${new Intl.ListFormat('en-GB').format(told)}; another one corrects it`)
    },
  })
}

/** The sales that an e-mail told of: those that are still theirs, and the others. */
async function salesOf({ db, companyId }: UndoContext, { propertyIds, userId }: ShareMailPart) {
  const sales = await findSalesToShare(db, { companyId, whose: { propertyIds }, branchIds: null, locks: false })
  return {
    theirs: sales.filter(({ progressorId }) => progressorId === userId),
    others: sales.filter(({ progressorId }) => progressorId !== userId),
  }
}
