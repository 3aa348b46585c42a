import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { StepRail } from '../../ui/navigation/step-rail.tsx'
import { doneSteps, type ImportStepName, importSteps } from './import-steps.ts'

const titles: Record<ImportStepName, string> = { files: 'Files', columns: 'Columns', check: 'Check', import: 'Import' }

function wordsOf(step: ImportStepName, one: ImportDetail): string {
  const columns = one.files.flatMap((file) => file.columns)
  const mapped = columns.filter(({ field }) => field !== null)
  const isRemembered = mapped.some(({ mappedBy }) => mappedBy === 'remembered')
  const rows = one.files.reduce((sum, file) => sum + file.rows, 0)
  if (step === 'files') return `${showCount(one.files.length, 'file')}, ${showCount(rows, 'row')}`
  if (step === 'columns') return `${mapped.length} of ${columns.length} matched${isRemembered ? ', as last time' : ''}`
  if (step === 'check') return one.position > 0 ? showCount(one.counts.error, 'error') : 'shows every row first'
  return one.confirmedOn === null ? 'can be stopped and undone' : `${showNumber(one.counts.written)} written`
}

/** The steps of an import, as links. */
export function ImportRail({ one, step }: { one: ImportDetail; step: ImportStepName }) {
  const setParams = useSetSearchParams()
  const done = doneSteps(one)
  const steps = importSteps.map((key) => ({
    key,
    title: titles[key],
    words: wordsOf(key, one),
    isDone: done[key],
    isCurrent: key === step,
    onOpen: () => setParams({ step: key }),
  }))
  return <StepRail steps={steps} />
}
