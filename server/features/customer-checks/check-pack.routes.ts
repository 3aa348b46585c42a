import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { exportsCountedSince, whyNotExport } from '@gya/domain/features/archives/archives.rules.ts'
import {
  type CheckPack,
  type CheckPackOptions,
  downloadCheckPack,
  listCheckPacks,
  makeCheckPack,
} from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../http/access/security-events.ts'
import { registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { countExports, type ExportRow, findExport, listExportRows } from '../archives/archives.repository.ts'
import { toMadeExport } from '../archives/archives.response.ts'
import { exportFileDownload } from '../archives/export-file-download.ts'
import { askForCheckPack } from './ask-for-check-pack.ts'
import { requireRegister } from './require-register.ts'

/** Inspector's files, which the job `make-check-pack` makes. */
export function checkPackRoutes(app: FastifyInstance): void {
  registerRoute(app, makeCheckPack, async (context) => {
    const { params, body, caller, db, now } = context
    const { companyId } = params
    await requireRegister(db, companyId)
    const { dateStart, dateEnd, branchIds = null, withFiles } = body
    if (dateEnd < dateStart)
      throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'dateEnd', message: 'Choose a later day.' }] })
    await requireBranches(context, branchIds)
    refuseIf(whyNotExport(await countExports(db, companyId, exportsCountedSince(now))))
    const options: CheckPackOptions = { dateStart, dateEnd, branchIds }
    const audit = (event: SecurityEvent) => recordSecurityEvent(context, event)
    const asking = { ...context, audit }
    return { _id: await askForCheckPack(asking, { companyId, userId: caller.userId }, { options, withFiles }) }
  })

  registerRoute(app, listCheckPacks, async ({ params: { companyId }, db }) => ({
    data: (await listExportRows(db, companyId, 'checks')).map(toCheckPack),
  }))

  registerDownload(app, downloadCheckPack, async ({ params, db }) => {
    const made = await findExport(db, params, 'checks')
    return exportFileDownload(app.gya, params, made, {
      name: 'inspectors-file',
      kind: 'checks-downloaded',
    })
  })
}

/** Throws NOT_FOUND for a branch of another company; deleted ones have customers too. */
async function requireBranches(
  { db, params }: { db: Db; params: { companyId: string } },
  branchIds: readonly string[] | null,
): Promise<void> {
  if (branchIds === null) return
  const known = await db
    .selectFrom('branch')
    .select('id')
    .where('company_id', '=', params.companyId)
    .where('id', 'in', [...branchIds])
    .execute()
  if (known.length < new Set(branchIds).size) throw new DomainError('NOT_FOUND')
}

const toCheckPack = (row: ExportRow): CheckPack => ({
  ...toMadeExport(row),
  ...(row.options as CheckPackOptions),
})
