import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { createBranch, readBranch } from '@gya/domain/features/branches/branches.contract.ts'

export type WireBranch = Wire<typeof readBranch, 'response'>

/** A branch as its form holds it. */
export type BranchValues = {
  name: string
  tel: string
  email: string
  displayText: string
  address: Address
  useBranchDeduction: boolean
  feeDeduction: number | null
}

export const newBranch: BranchValues = {
  name: '',
  tel: '',
  email: '',
  displayText: '',
  address: emptyAddress,
  useBranchDeduction: false,
  feeDeduction: null,
}

export const toBranchValues = (branch: WireBranch): BranchValues => ({
  name: branch.name,
  tel: branch.tel,
  email: branch.email,
  displayText: branch.displayText,
  address: withAddressDefaults(branch.address),
  useBranchDeduction: branch.useBranchDeduction,
  feeDeduction: branch.feeDeduction,
})

/**
 * What the calls take. A deduction that cannot be read and is not in use is not sent, since its field is disabled and
 * could not be put right.
 */
export const toBranchBody = ({ feeDeduction, ...values }: BranchValues): Wire<typeof createBranch, 'body'> => ({
  ...values,
  feeDeduction: !values.useBranchDeduction && Number.isNaN(feeDeduction) ? null : feeDeduction,
})
