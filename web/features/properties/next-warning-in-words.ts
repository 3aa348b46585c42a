type NextWarning = { title: string; daysLeft: number; awaitingReports: boolean }

/** What the header of a property warns of, in the words of its timeline and of the report: "Home buyers survey, awaiting report for 12 days". */
export function nextWarningText(next: NextWarning | null) {
  if (!next || next.daysLeft >= 0) return null
  const days = -next.daysLeft
  const how = next.awaitingReports ? 'awaiting report for' : 'overdue by'
  return { text: `${next.title}, ${how} ${days} ${days === 1 ? 'day' : 'days'}`, awaiting: next.awaitingReports }
}
