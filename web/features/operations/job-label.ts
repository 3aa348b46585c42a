import { isJobName, jobSchedules, renamedJobs } from '@gya/domain/features/operations/job-schedules.ts'

/** An unknown job, of another version, is shown by its name. */
export const jobLabel = (name: string): string => {
  const current = renamedJobs[name] ?? name
  return isJobName(current) ? jobSchedules[current].label : name
}
