import { Readable } from 'node:stream'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { londonDay } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  erasePerson as eraseCall,
  exportOwnData,
  exportPerson,
  readRetention,
  saveRetention,
  searchPerson,
} from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { salesRetentionCutoff } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import type { FastifyInstance } from 'fastify'
import { ownSave } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { type Download, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { lockAdministrators } from '../members/members.repository.ts'
import { findSaverName } from '../properties/write/properties.repository.ts'
import { oldMailsOf } from './apply-retention.ts'
import { erasePerson } from './erase-person.ts'
import { makePersonExport } from './export-person.ts'
import { keptOfPerson } from './kept-of-person.ts'
import { findCompanyName } from './person-search.repository.ts'
import { findOwnAccount, findPerson, toSearchResult } from './person-search.ts'
import { countOldMails, countOldSales, findRetention, lockRetention, updateRetention } from './retention.repository.ts'

const zipDownload = (etag: string, saveAs: string, kind: 'person-exported' | 'own-data-exported', content: Buffer): Download => ({
  audit: { kind, data: { bytes: content.length } },
  etag,
  contentType: 'application/zip',
  saveAs,
  maxAge: 0,
  size: async () => content.length,
  content: async () => Readable.from([content]),
})

/** Search, export and erasure of personal data, and retention. */
export function personalDataRoutes(app: FastifyInstance): void {
  const { files } = app.gya

  registerRoute(app, searchPerson, async (context) => {
    const { params, body, caller, db } = context
    const { companyId } = params
    const found = await findPerson(db, { companyId }, body)
    await recordSecurityEvent(context, { kind: 'person-searched', data: { found: found.hits.length } })
    return toSearchResult(db, found, {
      companyId,
      callerId: caller.userId,
      administrators: await lockAdministrators(db, companyId),
    })
  })

  registerDownload(app, exportPerson, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    const found = await findPerson(db, { companyId }, body)
    if (found.hits.length === 0) throw new DomainError('NOT_FOUND')
    const company = await findCompanyName(db, companyId)
    const content = await makePersonExport({ db, files, now, companyId, company }, found)
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [{ kind: 'person-exported' }])
    return zipDownload(newId(), `person-${londonDay(now)}.zip`, 'person-exported', content)
  })

  registerRoute(app, eraseCall, async (context) => {
    const { params, body } = context
    const { deleteDocuments, ...person } = body
    const erased = await erasePerson({ ...context, files }, params.companyId, person, deleteDocuments)
    const { entries, texts, mails, record, documents } = erased
    await recordSecurityEvent(context, { kind: 'person-erased', data: { entries, texts, mails, record, documents } })
    const kept = await keptOfPerson(context.db, params.companyId, person)
    return kept.words === null ? erased : { ...erased, kept: kept.words }
  })

  registerDownload(app, exportOwnData, async ({ caller, db, now, newId }) => {
    const found = await findOwnAccount(db, caller.userId)
    const company = caller.companyId ? await findCompanyName(db, caller.companyId) : 'GYA'
    const content = await makePersonExport(
      { db, files, now, companyId: caller.companyId ?? platformCompanyId, company, own: true },
      found,
    )
    return zipDownload(newId(), `my-data-${londonDay(now)}.zip`, 'own-data-exported', content)
  })

  registerRoute(app, readRetention, async ({ params: { companyId }, db, now, today }) => {
    const { salesYears, mailDays, saleMailYears, version, appliedOn } = await findRetention(db, companyId)
    const settings = { salesYears, mailDays, saleMailYears }
    const until = salesRetentionCutoff(settings, today)
    const preview = {
      sales: until ? await countOldSales(db, companyId, until) : 0,
      mails: await countOldMails(db, companyId, oldMailsOf(settings, now)),
    }
    return { ...settings, version, appliedOn, preview }
  })

  registerRoute(app, saveRetention, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    await lockRetention(db, companyId, now)
    const before = await findRetention(db, companyId)
    if (body.version !== before.version)
      throw new DomainError('STALE_VERSION', {
        details: {
          savedBy: await findSaverName(db, before.updated_by),
          savedOn: before.updatedon,
          ...ownSave(body.version, before, caller.userId),
        },
      })
    const { salesYears, mailDays, saleMailYears = before.saleMailYears } = body
    const settings = { salesYears, mailDays, saleMailYears }
    await updateRetention(db, companyId, { ...settings, now, by: caller.userId })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'retention-edited', data: settings },
    ])
    await recordSecurityEvent(context, { kind: 'retention-changed', data: settings })
    return { success: true as const }
  })
}
