import { z } from 'zod'
import { personUpdateFields } from '../../common/person.ts'
import { Id, line, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Person } from '../sign-in/sign-in.contract.ts'
import { Owner } from './vendors.model.ts'
import { minVendorSearch } from './vendors.rules.ts'

export const searchVendors = endpoint({
  method: 'GET',
  path: '/user/search/vendor',
  permission: 'vendor.search',
  readsFromStandby: true,
  summary:
    'Vendors of the caller’s branches whose e-mail address contains the text; at most 15. A company admin searches the whole company.',
  query: z.strictObject({
    email: line(254).min(minVendorSearch, `Type at least ${minVendorSearch} characters.`),
    companyId: Id.optional(),
  }),
  response: z.object({
    data: z.array(Person),
    /** The text is exactly the e-mail address of a vendor of other branches; nothing else is disclosed. */
    exists: z.boolean(),
  }),
})

export const updateVendor = endpoint({
  method: 'POST',
  path: '/branch/:branchId/vendor-update',
  permission: 'vendor.edit',
  summary: 'Change a vendor who owns a property of this branch. A changed e-mail address must be confirmed.',
  params: z.strictObject({ branchId: Id }),
  body: z.strictObject({
    _id: Id,
    ...personUpdateFields,
    contactPrefs: z.strictObject({ email: z.boolean('Say yes or no.'), push: z.boolean('Say yes or no.') }).optional(),
    /** Confirms that a colleague with this address is the vendor; without it the call answers VENDOR_IS_STAFF. */
    staffConfirmed: z.boolean('Say yes or no.').optional(),
    version: Version.optional(),
  }),
  emailRecipients: ['body.email'],
  response: Owner,
})
