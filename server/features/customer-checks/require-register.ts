import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { SaleFileSettings } from '@gya/domain/features/sale-file/sale-file.model.ts'
import type { Db } from '../../db/pool.ts'
import { findSaleFile } from '../sale-file/sale-file.repository.ts'
import { hasCustomers } from './customer-checks.repository.ts'

/** The settings of a company that uses the register, or has customers still. Throws SALE_FILE_OFF. */
export async function requireRegister(db: Db, companyId: string): Promise<SaleFileSettings> {
  const settings = await findSaleFile(db, companyId)
  if (!settings.checks && !(await hasCustomers(db, companyId))) throw new DomainError('SALE_FILE_OFF')
  return settings
}

/** The customers of a property with the settings by which they are judged. */
export const toRegister = <C>({ checks, fundsFrom }: SaleFileSettings, customers: readonly C[]) => ({
  on: checks,
  fundsFrom,
  customers,
})
