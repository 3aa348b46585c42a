import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { ViewColumnId } from '@gya/domain/features/views/views.model.ts'
import type { Insertable } from 'kysely'
import type { Event, SavedView } from '../db/schema.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type People = { companyId: string; branchId: string; branchName: string; staffId: string; adminId: string }

const sold = { active: '1', sold: '1', complete: '0' }
const lastSteps = ['enquiriesAnswered', 'mortgageApproved', 'reportedToBuyer', 'docsDeposits', 'exchanged', 'completed'] as const

type Plan = {
  name: string
  columns: readonly ViewColumnId[]
  filters: Record<string, string>
  sort: string
  shared?: true
}

const plans: readonly Plan[] = [
  {
    name: 'Near exchange',
    columns: [
      ...([
        'address',
        'progressor',
        'expectedExchange',
        'expectedFee',
        'draftContract',
        'searchesApplied',
        'searchesBack',
      ] as const),
      'enquiriesRaised',
      ...lastSteps,
    ],
    filters: sold,
    sort: 'expectedExchange:asc',
  },
  {
    name: 'Nobody’s',
    columns: ['address', 'phase', 'nextStep', 'contractEnd', 'expectedFee', 'vendorLastUpdated', 'vendorSolicitor'],
    filters: { active: '1', complete: '0', bStaffIds: 'none' },
    sort: 'contractEnd:asc',
  },
  {
    name: 'Monday meeting',
    columns: ['address', 'progressor', 'nextStep', 'expectedExchange', 'vendorLastUpdated', 'expectedFee', ...lastSteps],
    filters: sold,
    sort: 'saleProgress:desc',
    shared: true,
  },
]

/** "Three saved views (one the branch's)" of the staff sign-in. [day §12](docs/design/day.md#12). */
export function demoViews(
  { companyId, branchId, branchName, staffId, adminId }: People,
  { now }: CurrentTime,
): { views: Insertable<SavedView>[]; events: Insertable<Event>[] } {
  const newId = seededIds(seededRandom('demo views'))
  const views = plans.map(
    ({ name, columns, filters, sort, shared }): Insertable<SavedView> => ({
      company_id: companyId,
      id: newId(now),
      owner_id: shared ? adminId : staffId,
      branch_id: shared ? branchId : null,
      list: 'report',
      name,
      columns: [...columns],
      frozen: 2,
      filters: JSON.stringify(filters),
      sort,
      createdon: now,
      updated_by: shared ? adminId : staffId,
    }),
  )
  const events = views.flatMap(({ id, name, branch_id }): Insertable<Event>[] =>
    branch_id
      ? [
          {
            company_id: companyId,
            id: newId(now),
            property_id: null,
            user_id: adminId,
            at: now,
            kind: 'view-shared',
            data: JSON.stringify({ viewId: id, name, branchId, branch: branchName }),
          },
        ]
      : [],
  )
  return { views, events }
}
