import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { WeekMail } from '../db/schema.ts'
import type { DemoCompany } from './company.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

/** "one week mail of Mondays 08:00", of Tilehurst to its people. [seat §2](docs/design/seat.md#2). */
export function demoWeekMail(
  { company, branches }: DemoCompany,
  { setter, recipients }: { setter: string; recipients: string[] },
  { today, now }: CurrentTime,
): Insertable<WeekMail> {
  return {
    company_id: company.id,
    id: seededIds(seededRandom('week mail'))(now),
    branch_id: branches.Tilehurst.id,
    active: true,
    weekday: 0,
    at: '08:00',
    period: 'lastWeek',
    recipients,
    sent_on: today,
    createdon: now,
    updatedon: now,
    updated_by: setter,
  }
}
