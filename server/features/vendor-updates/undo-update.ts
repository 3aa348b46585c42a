import { DomainError } from '@gya/domain/error-catalogue.ts'
import { findMailsSent, takeBackMails } from '../../emails/outbox.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart } from '../undo/undo-registry.ts'
import { type DraftBefore, findEnded, reopenUpdate } from './vendor-updates.repository.ts'

/** An update that was sent or skipped, with its previous draft. */
type UpdatePart = UndoPart & {
  kind: 'vendor-update'
  propertyId: string
  updateId: string
  mailId: string | null
  before: DraftBefore | null
}

export const updatePart = (part: Omit<UpdatePart, 'kind'>): UpdatePart => ({ kind: 'vendor-update', ...part })

/**
 * "What has left the house (an e-mail sent …) is not called back." An update shown only in the app is removed from it. The
 * entry in the record stays, and an entry `undone` is added.
 */
export function registerUpdatePart(): void {
  registerUndoPart<UpdatePart>('vendor-update', {
    async sent({ db, companyId, now }, parts) {
      const mailIds = parts.flatMap(({ mailId }) => mailId ?? [])
      const sent = await findMailsSent(db, { companyId, mailIds, now })
      return parts.filter(({ mailId }) => mailId !== null && sent.includes(mailId))
    },
    async conflict({ db, companyId, properties }, parts) {
      for (const { updateId, propertyId } of parts) {
        const ended = await findEnded(db, companyId, updateId)
        if (ended && ended.draft_id === null) continue
        const line1 = properties.get(propertyId)?.detail.address.line1 ?? 'a sale'
        const by = ended?.first_name ? `${ended.first_name} ${ended.last_name}` : null
        return { what: `the update to the vendor of ${line1}`, by, on: ended?.draft_at ?? null }
      }
      return null
    },
    async undo(context, parts) {
      const { db, companyId } = context
      for (const part of parts) {
        if (!context.properties.has(part.propertyId)) throw new DomainError('NOT_FOUND')
        await recordAboutProperty(context, { companyId, propertyId: part.propertyId }, async () => {
          if (part.mailId !== null) await takeBackMails(db, { ...context, mailIds: [part.mailId], userId: context.caller.userId })
          await reopenUpdate(db, companyId, part)
          return []
        })
      }
    },
  })
}
