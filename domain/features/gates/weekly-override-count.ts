/** Number of gate items that were overridden in a week, and in the week before. */
export type WeeklyOverrideCount = { week: number; before: number }

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/** "Shown to company admins in a weekly count." [trust §5](docs/design/trust.md#5). Null if there is nothing to show. */
export function overridesText({ week, before }: WeeklyOverrideCount): string | null {
  if (week === 0 && before === 0) return null
  return `${week === 0 ? 'No item' : items(week)} of the gates ${week > 1 ? 'were' : 'was'} overridden in the last 7 days, ${before === 0 ? 'none' : before} in the 7 days before.`
}
