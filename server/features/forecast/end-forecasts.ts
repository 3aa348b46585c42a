import { isAgreedPhase } from '@gya/domain/features/timeline/phase.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'

/** Deletes the forecasts of sales that ended: `sale_forecast` contains open sales only, so that counting them reads a single index. */
export async function endForecasts(changes: readonly PropertyChanged[]): Promise<void> {
  for (const { before, property, db } of changes) {
    if (!isAgreedPhase(before?.detail.phase) || isAgreedPhase(property.detail.phase)) continue
    await db
      .deleteFrom('sale_forecast')
      .where('company_id', '=', property.detail.company._id)
      .where('property_id', '=', property.detail._id)
      .execute()
  }
}
