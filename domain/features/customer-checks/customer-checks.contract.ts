import { z } from 'zod'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { documentMediaTypes } from '../../common/uploads.ts'
import { Day, FileResponse, Id, Ids, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import {
  CheckInput,
  Customer,
  CustomerChange,
  CustomerInput,
  customerSides,
  DecisionReason,
  decisions,
  MailFileRef,
  StrikeReason,
} from './customer-checks.model.ts'
import { customerStates } from './customer-states.ts'

/** Customers of a property and their checks: [sale-file §2.3](docs/design/sale-file.md#2.3). */

const customerParams = propertyParams.extend({ customerId: Id })
const checkParams = propertyParams.extend({ checkId: Id })

/** Papers are scanned before anything refers to them, and are no documents of the property. */
const paperFile = { kinds: documentMediaTypes, keep: 'original', scan: 'before-save' } as const

/** The state of a side; null while the register is switched off. */
const Side = z.object({ state: z.enum(customerStates) }).nullable()

const Customers = z
  .object({
    sides: z.object({ vendor: Side, buyer: Side }),
    data: z.array(Customer),
  })
  .meta({ id: 'Customers' })
export type Customers = z.output<typeof Customers>

export const listCustomers = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/customers',
  permission: 'property.view',
  summary: 'The customers of a property with their state and what is missing. Readers see the states alone.',
  params: propertyParams,
  response: Customers,
})

const Register = pagedListOf(
  Customer.extend({
    property: z.object({
      _id: Id,
      branchId: Id,
      branch: z.string(),
      line1: z.string(),
      postcode: z.string(),
      deleted: z.boolean(),
    }),
    /** When they were entered. */
    since: Timestamp,
  }),
).extend({
  /** Of the customers of open sales in these branches. */
  counts: z.object({ open: z.int(), toDecide: z.int(), endsSoon: z.int(), refused: z.int() }),
  /** "Checks are deleted five years after a sale ends; the next 12 on 04/02/2027." */
  nextDeletion: z.object({ on: Day, customers: z.int() }).nullable(),
})
export type Register = z.output<typeof Register>

export const listRegister = endpoint({
  method: 'GET',
  path: '/company/:companyId/customers',
  permission: 'check.view',
  summary:
    'The register of customer checks: all customers, newest first, or those of open sales by state, or with a check that ends before a day.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    state: z.enum(customerStates, 'Choose a state.').optional(),
    side: z.enum(customerSides, 'Choose vendor or buyer.').optional(),
    branchIds: Ids.optional(),
    searchText: TextSearch,
    endsBefore: Day.optional(),
  }),
  response: Register,
})

export const addCustomer = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/customer',
  permission: 'check.add',
  summary: 'Enter a customer: a seller, a buyer, or an owner of a company, trust or estate that is one.',
  params: propertyParams,
  body: CustomerInput,
  response: Customers,
})

export const updateCustomer = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/customer/:customerId',
  permission: 'check.add',
  summary: 'Change a customer. A new reason sets a decision back; a removed one has to be explained.',
  params: customerParams,
  body: CustomerChange,
  response: Customers,
})

export const addCheck = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/customer/:customerId/check',
  permission: 'check.add',
  summary:
    'Enter a check of a customer, with the first file at once: an upload, or a file of an e-mail. It sets a decision back.',
  params: customerParams,
  body: CheckInput,
  form: true,
  file: paperFile,
  response: Customers,
})

export const addCheckFile = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/check/:checkId/file',
  permission: 'check.add',
  summary: 'Add a file to a check, 8 at most: an upload, or a file of an e-mail.',
  params: checkParams,
  body: z.strictObject({ fromMail: MailFileRef.optional() }),
  form: true,
  file: paperFile,
  response: Customers,
})

export const listMailPapers = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/check-mail-files',
  permission: 'check.add',
  liveFor: ['mail'],
  summary: 'The files that vendors and buyers sent by e-mail and that a check can take, of the last 100 e-mails on the sale.',
  params: propertyParams,
  response: z.object({
    data: z.array(
      z.object({
        ...MailFileRef.shape,
        name: z.string(),
        from: z.string(),
        arrivedOn: Timestamp,
        /** It is in a check already. */
        inCheck: z.boolean(),
      }),
    ),
  }),
})

export const strikeCheck = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/check/:checkId/strike',
  permission: 'check.add',
  summary: 'Strike a check out: an own one within 24 hours, else with the permission to approve. It stays, and does not count.',
  params: checkParams,
  body: z.strictObject({ reason: StrikeReason }),
  response: Customers,
})

export const decideCustomer = endpoint({
  method: 'PUT',
  path: '/property/:companyId/:branchId/:propertyId/customer/:customerId/decision',
  permission: 'check.approve',
  summary: 'Approve or refuse a customer who waits for a decision.',
  params: customerParams,
  body: z.strictObject({
    decision: z.enum(decisions, 'Choose approved or refused.').exclude(['none']),
    reason: DecisionReason,
    version: Version.optional(),
  }),
  response: Customers,
})

export const downloadCheckFile = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/check-file/:fileId',
  permission: 'check.view',
  summary: 'Download a file of a check under its own name. In the audit.',
  params: propertyParams.extend({ fileId: Id }),
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})
