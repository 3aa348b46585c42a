import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { addRelaunch, deleteRelaunch, updateRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { deleteRelaunchRow, insertRelaunch, updateRelaunchRow } from './relaunches.repository.ts'

type Relaunch = PropertyDetail['relaunches'][number]

const findRelaunch = ({ relaunches }: PropertyDetail, id: string): Relaunch => {
  const relaunch = relaunches.find((one) => one._id === id)
  if (!relaunch) throw new DomainError('NOT_FOUND')
  return relaunch
}

/** Relaunches of a property: new marketing pushes with a date. */
export function relaunchesRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    addRelaunch,
    changeProperty(async ({ body, db, now, newId }, _property, { companyId, propertyId }) => {
      const id = newId()
      const { when, notes } = body
      await insertRelaunch(db, { company_id: companyId, property_id: propertyId, id, relaunched_on: when, notes, createdon: now })
      return [{ kind: 'relaunch-added', data: { relaunchId: id, on: when } }]
    }),
  )

  registerRoute(
    app,
    updateRelaunch,
    changeProperty(async ({ body, db }, { detail }, { companyId }) => {
      const { _id, version: _version, ...fields } = body
      const relaunch = findRelaunch(detail, _id)
      const next = { ...relaunch, ...omitUndefined(fields) }
      const changes = changedFields(relaunch, next)
      if (changes.length === 0) return []
      await updateRelaunchRow(db, companyId, _id, { relaunched_on: next.when, notes: next.notes })
      return [{ kind: 'relaunch-updated', data: { relaunchId: _id, on: next.when, changes } }]
    }),
  )

  registerRoute(
    app,
    deleteRelaunch,
    changeProperty(async ({ params, db }, { detail }, { companyId }) => {
      const { _id, when, notes } = findRelaunch(detail, params.relaunchId)
      await deleteRelaunchRow(db, companyId, _id)
      return [{ kind: 'relaunch-removed', data: { relaunchId: _id, on: when, notes } }]
    }),
  )
}
