import { isJobName, jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'

/** An unknown job, of another version, is shown by its name. */
export const jobLabel = (name: string): string => (isJobName(name) ? jobSchedules[name].label : name)
