import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'

export const importSteps = ['files', 'columns', 'check', 'import'] as const
export type ImportStepName = (typeof importSteps)[number]

const isRead = ({ files }: ImportDetail): boolean => files.some(({ state }) => state === 'read')

const isMapped = (one: ImportDetail): boolean =>
  isRead(one) && one.files.every(({ missing, state }) => state !== 'uploading' && missing.length === 0)

/** Whether each step is done. */
export const doneSteps = (one: ImportDetail): Record<ImportStepName, boolean> => ({
  files: isRead(one),
  columns: isMapped(one),
  check: one.position > 0 && one.state !== 'checking',
  import: one.state === 'done' || one.state === 'undone',
})

/** The default step: what has to be done next, or the report. */
export function nextStep(one: ImportDetail): ImportStepName {
  if (one.confirmedOn !== null && one.state !== 'checking' && one.state !== 'checked') return 'import'
  const done = doneSteps(one)
  if (!done.files) return 'files'
  return one.position > 0 || one.state === 'checking' ? 'check' : 'columns'
}
