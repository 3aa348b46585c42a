import type { MarketChange } from '@gya/domain/features/sale-now/sentences.ts'
import { type StepKey, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saleTurns } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { type SqlBool, sql } from 'kysely'

/** Whether the step was complete before the event `e` of a property. */
const wasComplete = (companyId: string, key: StepKey) => sql<boolean>`coalesce((
  select w.data ->> 'to' = 'C' from event w
  where w.company_id = ${companyId} and w.property_id = e.property_id and w.kind = 'step-changed'
    and w.data ->> 'key' = ${String(key)} and w.at < e.at order by w.at desc, w.id desc limit 1), false)`

/** A withdrawal or return: event `e`, with how far the property was then. */
export const marketChange = (companyId: string) => sql<MarketChange>`json_build_object('is', e.kind,
  'isLaunched', ${wasComplete(companyId, stepKeys.PropertyLaunched)}, 'isSold', ${wasComplete(companyId, stepKeys.SaleAgreed)},
  'isExchanged', ${wasComplete(companyId, stepKeys.Exchanged)}, 'isCompleted', ${wasComplete(companyId, stepKeys.Completed)})`

const movedSteps = [stepKeys.Exchanged, stepKeys.Completed].map(String)

/**
 * `isPassed` of event `e` by the record: whether its sale had passed the step, or was withdrawn, before it. The save that reopens Exchanged
 * tells of its other steps.
 */
export const isPassedStep = (companyId: string) => sql<SqlBool>`(
  coalesce(e.data ->> 'because' <> all(${saleTurns}::text[]), true)
  and (coalesce((select w.kind = 'withdrawn' from event w
      where w.company_id = ${companyId} and w.property_id = e.property_id and w.kind in ('withdrawn', 'reinstated') and w.at < e.at
      order by w.at desc, w.id desc limit 1), false)
    or e.data ->> 'key' <> all(${movedSteps}::text[]) and ${wasComplete(companyId, stepKeys.Exchanged)}
      and not exists (select from event w where w.company_id = ${companyId} and w.property_id = e.property_id
        and w.kind = 'step-changed' and w.at = e.at and w.data ->> 'key' = ${String(stepKeys.Exchanged)})))`
