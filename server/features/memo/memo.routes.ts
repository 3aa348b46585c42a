import { Readable } from 'node:stream'
import { londonDay } from '@gya/domain/common/dates.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { buildMemo } from '@gya/domain/features/memo/build-memo.ts'
import { downloadMemo, emailMemorandum, readMemo, updateMemo } from '@gya/domain/features/memo/memo.contract.ts'
import type { Memo } from '@gya/domain/features/memo/memo.model.ts'
import { memoFileName, whyNotSendMemo } from '@gya/domain/features/memo/memo.rules.ts'
import { emailMemo } from '@gya/domain/features/timeline/rules/sale-events.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { memorandumEmail } from '../../emails/memorandum.ts'
import { queueMailToEach } from '../../emails/outbox.ts'
import { recordSecurityEvent, summarizeRecipients } from '../../http/access/security-events.ts'
import { registerDownload } from '../../http/route/register-download.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { insertDocument } from '../documents/documents.repository.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { generatedFile, retainFile, stageFile } from '../files/file-lifecycle.ts'
import { type LoadedProperty, loadProperty } from '../properties/read/load-property.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { findSourceText, insertSentTexts, sourceFacts } from '../sent-texts/sent-texts.ts'
import { findLastMade, findMemoParties, lockMemo, updateMemoRow } from './memo.repository.ts'
import { makeMemoPdf } from './memo-pdf.ts'

const toMemo = async (db: Db, ids: PropertyIds, { detail }: LoadedProperty): Promise<Memo> =>
  buildMemo(detail, await findMemoParties(db, ids))

const loadMemo = async (db: Db, ids: PropertyIds, today: string): Promise<Memo> =>
  toMemo(db, ids, await loadProperty(db, ids, today))

/** With what was made of this sale last; one from before a fall-off is of another sale, unless it was restored. */
async function loadMemoWithMade(db: Db, ids: PropertyIds, today: string): Promise<Memo> {
  const property = await loadProperty(db, ids, today)
  const made = await findLastMade(db, ids)
  const fellSince = property.detail.saleResets.some(
    ({ createdon, restoredOn }) => made && restoredOn === null && Date.parse(createdon) >= Date.parse(made.at),
  )
  const memo = await toMemo(db, ids, property)
  return { ...memo, made: made && !fellSince ? { on: londonDay(made.at), price: made.price } : null }
}

/** The memorandum of sale: texts, PDF, and e-mailing it, which completes its step. */
export function memoRoutes(app: FastifyInstance): void {
  registerRoute(app, readMemo, ({ params, db, today }) => loadMemoWithMade(db, params, today))

  registerRoute(app, updateMemo, async ({ params, body, caller, db, now, today, newId }) => {
    const { version, ...fields } = body
    const row = await lockMemo(db, params, now)
    await requireCurrentVersion(db, version, row, caller.userId)
    refuseIf(whyNotSendMemo(await loadMemo(db, params, today)))
    const before = {
      remarks: row.remarks,
      buyerCustom: row.buyer_custom,
      sellerCustom: row.seller_custom,
      agentsContact: row.agents_contact,
    }
    const next = { ...before, ...omitUndefined(fields) }
    const changes = changedFields(before, next)
    if (changes.length > 0) {
      const { userId } = caller
      await updateMemoRow(db, params, {
        remarks: next.remarks,
        buyer_custom: next.buyerCustom,
        seller_custom: next.sellerCustom,
        agents_contact: next.agentsContact,
        updatedon: now,
        updated_by: userId,
      })
      await recordPropertyEvents(db, { companyId: params.companyId, userId, at: now, newId }, [
        { propertyId: params.propertyId, kind: 'memo-saved', data: { changes } },
      ])
    }
    return loadMemoWithMade(db, params, today)
  })

  registerDownload(app, downloadMemo, async ({ params, db, today, newId }) => {
    const ids = params as PropertyIds
    const memo = await loadMemo(db, ids, today)
    refuseIf(whyNotSendMemo(memo))
    const pdf = await makeMemoPdf(app.gya, ids, memo, today)
    return {
      // Generated for each download, because sale and date change.
      etag: newId(),
      contentType: 'application/pdf',
      saveAs: memoFileName,
      maxAge: 0,
      size: async () => pdf.length,
      content: async () => Readable.from([pdf]),
      audit: { kind: 'memo-downloaded', data: { propertyId: ids.propertyId, bytes: pdf.length } },
    }
  })

  registerPreparedRoute(
    app,
    emailMemorandum,
    async ({ params, body, caller, today }) => {
      const { db } = app.gya.database
      const property = await loadProperty(db, params, today)
      const memo = await toMemo(db, params, property)
      refuseIf(whyNotSendMemo(memo))
      const source = await findSourceText(db, { companyId: params.companyId, caller }, body)
      const pdf = await makeMemoPdf(app.gya, params, memo, today)
      return { memo, source, file: await stageFile(app.gya, generatedFile(memoFileName, 'application/pdf', pdf)) }
    },
    async (context) => {
      const { memo, source, file } = context.prepared
      const send = changeProperty<typeof emailMemorandum>(async ({ body, caller, db, now, today, newId }, property, ids) => {
        // Refuses if the memo has changed between generating the PDF and sending it.
        if (JSON.stringify(await toMemo(db, ids, property)) !== JSON.stringify(memo)) throw new DomainError('STALE_VERSION')
        const { fileName, contentType, bytes } = file
        const documentId = newId()
        await insertDocument(db, {
          company_id: ids.companyId,
          id: documentId,
          property_id: ids.propertyId,
          note: 'Memorandum of sale, as e-mailed',
          file: file.id,
          file_name: fileName,
          content_type: contentType,
          bytes,
          sha256: Buffer.from(file.sha256, 'hex'),
          createdon: now,
          created_by: caller.userId,
        })
        await retainFile(db, file.id)
        const { to, cc, bcc } = body
        const lists = { to, cc, bcc }
        const email = memorandumEmail(body, memo)
        const mailIds = await queueMailToEach(context, lists, {
          ...email,
          about: {
            ...ids,
            sentBy: caller.userId,
            attachments: [{ file: file.id, fileName, contentType, bytes, sha256: file.sha256 }],
          },
        })
        const said = { conversationId: null, propertyId: ids.propertyId, subject: email.subject, body: email.text }
        const texts = mailIds.map((mailId) => ({ mailId, ...said }))
        await insertSentTexts(db, { companyId: ids.companyId, now, source }, texts)
        await recordSecurityEvent(context, {
          kind: 'memo-emailed',
          data: { propertyId: ids.propertyId, bytes, ...summarizeRecipients(to, cc, bcc) },
        })
        const { changes } = emailMemo(property.timeline, { today, now })
        await saveStepChanges(db, ids, changes)
        return [
          {
            kind: 'memo-emailed',
            data: { documentId, sha256: file.sha256, mailIds, ...lists, price: memo.price, ...sourceFacts(source) },
          },
          ...stepEvents(property.timeline, changes),
        ]
      })
      return send(context)
    },
  )
}
