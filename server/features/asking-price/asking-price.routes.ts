import { DomainError } from '@gya/domain/error-catalogue.ts'
import { addAskingPrice, deleteAskingPrice, updateAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import type { AskingPrice } from '@gya/domain/features/asking-price/asking-price.model.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { addPrice } from '../properties/write/add-price.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { deleteAskingPriceRow, updateAskingPriceRow } from './asking-price.repository.ts'

const findEntry = (entries: readonly AskingPrice[], id: string): AskingPrice => {
  const entry = entries.find((candidate) => candidate._id === id)
  if (!entry) throw new DomainError('NOT_FOUND')
  return entry
}

export function askingPriceRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    addAskingPrice,
    changeProperty(async (context, { detail }, ids) => [
      await addPrice(context, ids, { ...context.body, before: detail.mi.currentAskingPrice }),
    ]),
  )

  registerRoute(
    app,
    updateAskingPrice,
    changeProperty(async ({ body, db }, { detail }, ids) => {
      const entry = findEntry(detail.mi.askingPrice, body._id)
      const next = {
        price: body.price ?? entry.price,
        effective_date: body.effectiveDate ?? entry.effectiveDate,
        price_option: body.priceOption ?? entry.priceOption,
      }
      const { price, effectiveDate, priceOption } = entry
      if (next.price === price && next.effective_date === effectiveDate && next.price_option === priceOption) return []
      await updateAskingPriceRow(db, ids.companyId, entry._id, next)
      return [
        {
          kind: 'asking-price-updated',
          data: {
            askingPriceId: entry._id,
            price: next.price,
            before: entry.price,
            on: next.effective_date,
            changes: changedFields(
              { effectiveDate, priceOption },
              { effectiveDate: next.effective_date, priceOption: next.price_option },
            ),
          },
        },
      ]
    }),
  )

  registerRoute(
    app,
    deleteAskingPrice,
    changeProperty(async ({ params, db }, { detail }, ids) => {
      const entry = findEntry(detail.mi.askingPrice, params.askingPriceId)
      await deleteAskingPriceRow(db, ids.companyId, entry._id)
      return [{ kind: 'asking-price-removed', data: { askingPriceId: entry._id, price: entry.price, on: entry.effectiveDate } }]
    }),
  )
}
