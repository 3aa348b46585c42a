import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { SaleFileSettings, saleFileSettings } from './sale-file.model.ts'

export const readSaleFile = endpoint({
  method: 'GET',
  path: '/company/:companyId/sale-file',
  permission: 'company.view',
  summary: 'The parts of the sale’s file that a company uses, and their settings. All off until it switches them on.',
  params: companyParams,
  response: SaleFileSettings,
})

export const saveSaleFile = endpoint({
  method: 'PUT',
  path: '/company/:companyId/sale-file',
  permission: 'sale-file.settings',
  summary:
    'Switch parts on or off, and change their settings. Switching the checks on makes the first three items of the gate before acceptance follow the register.',
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed the settings of the sale’s file',
  params: companyParams,
  body: z.strictObject({ ...saleFileSettings, version: Version.optional() }),
  response: SaleFileSettings,
})
