/** What in the report needs a look: chips over the table, each with how many rows it has. */
export const reportMarks = ['overdue', 'delayed', 'awaitingReport', 'quiet'] as const
export type ReportMark = (typeof reportMarks)[number]

/** A sale is quiet when none of its steps was updated for so many days. */
export const quietDays = 7

export const markLabels: Record<ReportMark, string> = {
  overdue: 'Overdue',
  delayed: 'Delayed',
  awaitingReport: 'Awaiting report',
  quiet: `Quiet for ${quietDays} days`,
}
