import { DomainError } from '@gya/domain/error-catalogue.ts'
import { maskBankDetails } from '@gya/domain/features/mail-in/bank-details.ts'
import type { UndoConflict } from '@gya/domain/features/undo/undo.rules.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { findUserName } from '../conversations/log-conversation.repository.ts'
import { countSalesInScope } from '../conversations/parties.repository.ts'
import { notifyOpenClients } from '../live/notify-open-clients.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { lockMailIn, placeMails, suggestAgain } from './mail-in.repository.ts'
import { byHand } from './mail-reasons.ts'
import { findAcceptedOn } from './propose-from-mail.ts'
import { findFiledSales, setSales } from './set-sales.ts'

/** An e-mail that was filed, moved, set aside or passed on: where it was before, and its version after. */
export type MailFiledPart = UndoPart & {
  kind: 'mail-filed'
  propertyId: null
  mailInId: string
  /** `suggested`: the sales that were candidates. */
  before: { state: string; branchId: string; sales: string[]; suggested: string[] }
  version: number
}

export const registerMailFiledPart = (): void =>
  registerUndoPart<MailFiledPart>('mail-filed', {
    async conflict({ db, companyId }, parts): Promise<UndoConflict | null> {
      for (const { mailInId, version } of parts) {
        const mail = await lockMailIn(db, { companyId, mailInId })
        if (!mail) throw new DomainError('NOT_FOUND')
        const acceptedOn = await findAcceptedOn(db, mail, await findFiledSales(db, companyId, mailInId))
        if (acceptedOn !== undefined)
          return { what: `what the e-mail “${maskBankDetails(mail.subject)}” proposed`, by: null, on: null }
        if (mail.version === version) continue
        const by = mail.updated_by === null ? null : await findUserName(db, mail.updated_by)
        return { what: `the e-mail “${maskBankDetails(mail.subject)}”`, by, on: mail.updatedon }
      }
      return null
    },
    async undo(context, parts) {
      for (const part of parts) await putBack(context, part)
    },
  })

async function putBack(context: UndoContext, { mailInId, before }: MailFiledPart): Promise<void> {
  const { db, companyId, now, caller } = context
  const mail = await lockMailIn(db, { companyId, mailInId })
  if (!mail) return
  const reached = branchesInScope(caller)
  const changed = [...new Set([...before.sales, ...(await findFiledSales(db, companyId, mailInId))])]
  if ((await countSalesInScope(db, companyId, changed, reached)) < changed.length) throw new DomainError('NOT_FOUND')
  const sales = before.sales.map((propertyId) => ({ propertyId, offerId: null, reasons: byHand }))
  if (mail.state === 'filed' || sales.length > 0) await setSales(context, mail, sales, { answers: false })
  await suggestAgain(db, { companyId, mailInId }, before.suggested)
  if (before.state !== 'filed')
    await placeMails(
      db,
      { companyId, ids: [mailInId], now, userId: caller.userId },
      { state: before.state, branch_id: before.branchId },
    )
  for (const branchId of new Set([mail.branch_id, before.branchId]))
    await notifyOpenClients(db, { companyId, branchId, propertyId: null, about: 'mail' })
}
