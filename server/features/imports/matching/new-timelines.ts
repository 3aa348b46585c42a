import { londonInstant } from '@gya/domain/common/dates.ts'
import { importedTimeline } from '@gya/domain/features/imports/imported-timeline.ts'
import type { Template, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { MatchContext } from './match.ts'

const day = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Finds the timelines of properties that the files create, by reference. */
export async function findNewTimelines(context: MatchContext): Promise<(ref: string) => Timeline | undefined> {
  const { db, companyId, today, contents } = context
  const branches = await db.selectFrom('branch').select(['id', 'timeline_template']).where('company_id', '=', companyId).execute()
  const templates = new Map(branches.map(({ id, timeline_template }) => [id, timeline_template as unknown as Template]))
  const time = { today, now: londonInstant(today, '12:00') }
  return (ref) => {
    const created = contents.properties.get(ref)?.created
    const template = templates.get(created?.branchId ?? '')
    if (!created || !template) return undefined
    const { takenOn, launchedOn, status } = created.values
    return importedTimeline(template, { takenOn: day(takenOn), launchedOn: day(launchedOn), status }, time).timeline
  }
}
