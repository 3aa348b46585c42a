import type { Wire } from '@gya/domain/endpoint.ts'
import { addCheck, addCustomer } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import type { CheckKind } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { noSaleFile } from '@gya/domain/features/sale-file/sale-file.model.ts'
import type { PropertyPath } from '../../../../test/support/fixtures.ts'
import type { TestClient } from '../../../../test/support/test-client.ts'

/** Switches the register of a company on or off. */
export const switchChecks = (admin: TestClient, params: { companyId: string }, checks = true) => {
  const { officer: _officer, version: _version, ...rest } = noSaleFile
  return admin.ok(saveSaleFile, { params: { companyId: params.companyId }, body: { ...rest, checks } })
}

export const sampleCheck = {
  kind: 'identity',
  way: 'documents',
  documents: 'Passport 889123',
  provider: 'Larkproof',
  reference: 'TF-4711',
  result: 'satisfied',
  words: 'The photograph is theirs.',
  checkedOn: '2026-03-10',
} as const satisfies Wire<typeof addCheck, 'body'>

type NewCustomer = Partial<Wire<typeof addCustomer, 'body'>> & {
  kinds?: readonly CheckKind[]
  check?: Partial<Wire<typeof addCheck, 'body'>>
}

/** Enters a customer with satisfied checks; returns its id. */
export async function enterCustomer(
  client: TestClient,
  ids: PropertyPath,
  { kinds = ['identity', 'screening'], check = {}, ...customer }: NewCustomer = {},
): Promise<string> {
  const body = { side: 'vendor' as const, form: 'person' as const, name: 'Quentin Sellerby', ...customer }
  const { data } = await client.ok(addCustomer, { params: ids, body })
  const customerId = data.findLast(({ name }) => name === body.name)?._id ?? ''
  for (const kind of kinds)
    await client.ok(addCheck, { params: { ...ids, customerId }, body: { ...sampleCheck, ...check, kind } })
  return customerId
}
