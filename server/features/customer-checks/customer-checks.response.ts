import { type CallerType, hasPermission } from '@gya/domain/access/permissions.ts'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { Customers } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import type { Customer, CustomerCheck } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { mayStrike } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import {
  customerState,
  needsDecision,
  type Register,
  reasonsOf,
  sideState,
} from '@gya/domain/features/customer-checks/customer-state.ts'
import type { StoredCheck, StoredCustomer } from './customer-checks.repository.ts'

/**
 * Who sees what: "`check.view` all; `check.add` alone sees state, kinds, days, and of own entries everything but files; readers see the state
 * word only." [sale-file §2.2.13](docs/design/sale-file.md#2.2.13).
 */

export type Reader = { userId: string; type: CallerType; now: Instant; today: DateOnly }

type Stored = Omit<Register, 'customers'> & { customers: readonly StoredCustomer[] }

export function toCustomers(register: Stored, acceptedOfferId: string | null, reader: Reader): Customers {
  const stateOf = (side: 'vendor' | 'buyer', offerId: string | null) =>
    register.on ? { state: sideState(register, side, { offerId, today: reader.today }).state } : null
  return {
    sides: { vendor: stateOf('vendor', null), buyer: stateOf('buyer', acceptedOfferId) },
    data: register.customers.map((one) => toCustomer(one, register, reader)),
  }
}

export function toCustomer(customer: StoredCustomer, register: Register, reader: Reader): Customer {
  const { state, missing, until } = customerState(customer, register, reader.today)
  const { id, side, name, form, ownerOf, offerId, endedOn, keepUntil, version } = customer
  if (!hasPermission(reader.type, 'check.add')) return { _id: id, side, state }
  const seesAll = hasPermission(reader.type, 'check.view')
  return {
    _id: id,
    side,
    state,
    name,
    form,
    ownerOf,
    offerId,
    missing: [...missing],
    until,
    endedOn,
    keepUntil,
    version,
    checks: customer.checks.map((check) => toCheck(check, seesAll, reader)),
    ...(seesAll || customer.createdBy === reader.userId ? reasonsAndDecision(customer) : {}),
    mayDecide: hasPermission(reader.type, 'check.approve') && needsDecision(customer),
  }
}

const reasonsAndDecision = (customer: StoredCustomer): Partial<Customer> => ({
  met: customer.met,
  reasons: [...customer.reasons],
  followingReasons: reasonsOf({ ...customer, reasons: [] }),
  reasonsBecause: customer.reasonsBecause,
  decision: customer.decision,
  decisionReason: customer.decisionReason,
  decidedBy: customer.decidedBy,
  decidedOn: customer.decidedOn,
})

function toCheck(check: StoredCheck, seesAll: boolean, reader: Reader): CustomerCheck {
  const { id, kind, checkedOn, expiresOn, struckOn, checkedBy } = check
  const seen = seesAll || checkedBy._id === reader.userId
  return {
    _id: id,
    kind,
    checkedOn,
    expiresOn,
    struckOn,
    mayStrike: mayStrike({ checkedBy: checkedBy._id, enteredOn: check.enteredOn, struckOn }, reader, reader.now),
    ...(seen ? contentOf(check) : {}),
    ...(seesAll ? { files: check.files.map(({ file: _file, ...shown }) => shown) } : {}),
  }
}

const contentOf = (check: StoredCheck): Partial<CustomerCheck> => ({
  way: check.way,
  provider: check.provider,
  reference: check.reference,
  documents: check.documents,
  result: check.result,
  words: check.words,
  checkedBy: check.checkedBy,
  struckBy: check.struckBy,
  struckBecause: check.struckBecause,
})
