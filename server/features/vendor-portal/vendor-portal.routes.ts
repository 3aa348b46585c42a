import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import {
  listPortalMessages,
  listPortalProperties,
  markPortalMessagesSeen,
  readPortalProperty,
  savePortalPreferences,
} from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/access/caller.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeVendor } from '../vendors/change-vendor.ts'
import {
  listVendorProperties,
  loadPortalProperty,
  readContactPreferences,
  readVendorMessages,
} from './vendor-portal.read-model.ts'
import { saveSeenUntil } from './vendor-portal.repository.ts'

/** A vendor account belongs to one company. */
const vendorIds = ({ companyId, userId }: Caller) => ({ companyId: companyId ?? '', ownerId: userId })

/** The vendor portal: reads only the vendor's own data. */
export function vendorPortalRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listPortalProperties, async ({ caller, db }) => ({
    data: await listVendorProperties(db, vendorIds(caller)),
    contactPrefs: await readContactPreferences(db, caller.userId),
  }))

  registerRoute(app, savePortalPreferences, async (context) => {
    const { body, caller, db } = context
    const before = await readContactPreferences(db, caller.userId)
    const ids = { companyId: caller.companyId ?? '', userId: caller.userId }
    await changeVendor({ ...context, publicUrl, branchIds: null }, ids, { contactPrefs: { ...before, ...body } })
    return readContactPreferences(db, caller.userId)
  })

  registerRoute(app, listPortalMessages, async ({ query, caller, db, today }) => {
    const page = pageRequest(query, 20)
    const first = page.itemsPerPage * page.currentPage
    const of = { ...vendorIds(caller), today }
    const { messages, count, unseen, seenUntil } = await readVendorMessages(db, of)
    return { data: messages.slice(first, first + page.itemsPerPage), paging: toPaging(page, count), unseen, seenUntil }
  })

  registerRoute(app, markPortalMessagesSeen, async ({ body, caller, db, now, today }) => {
    await saveSeenUntil(db, { companyId: caller.companyId ?? '', userId: caller.userId }, { until: body.until, now })
    return { unseen: (await readVendorMessages(db, { ...vendorIds(caller), today })).unseen }
  })

  registerRoute(app, readPortalProperty, ({ params: ids, caller, db, now, today }) =>
    loadPortalProperty(db, ids, { ...vendorIds(caller), now, today }),
  )
}
