import { addYears } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { TargetMetric } from '@gya/domain/features/week/targets.ts'
import { firstOfMonth } from '@gya/domain/features/week/week-periods.ts'
import type { Insertable } from 'kysely'
import type { Target } from '../db/schema.ts'
import type { BranchName, DemoCompany } from './company.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

/** Per month; fees in pounds. */
const plans: Readonly<Partial<Record<BranchName, Readonly<Record<TargetMetric, number>>>>> = {
  Tilehurst: { takeOn: 16, salesAgreed: 9, feesSold: 36_000, exchanged: 7, feesExchanged: 28_000 },
  Reading: { takeOn: 14, salesAgreed: 8, feesSold: 30_000, exchanged: 6, feesExchanged: 22_000 },
}

/** "targets for two branches", since a year. [seat §2](docs/design/seat.md#2). */
export function demoTargets({ company, branches }: DemoCompany, { today, now }: CurrentTime): Insertable<Target>[] {
  const newId = seededIds(seededRandom('targets'))
  return Object.entries(plans).flatMap(([name, perMonth]) =>
    Object.entries(perMonth).map(([metric, number]) => ({
      company_id: company.id,
      id: newId(now),
      branch_id: branches[name as BranchName].id,
      user_id: null,
      metric,
      from_month: firstOfMonth(addYears(today, -1)),
      per_month: metric.startsWith('fees') ? number * 100 : number,
      updatedon: now,
    })),
  )
}
