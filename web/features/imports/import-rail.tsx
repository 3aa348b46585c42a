import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { StepRail } from '../../ui/navigation/step-rail.tsx'
import { doneSteps, type ImportStepName, importSteps } from './import-steps.ts'

const titles: Record<ImportStepName, string> = { files: 'Files', columns: 'Columns', check: 'Check', import: 'Import' }
const number = (count: number): string => count.toLocaleString('en-GB')
const counted = (count: number, noun: string): string => `${number(count)} ${count === 1 ? noun : `${noun}s`}`

function wordsOf(step: ImportStepName, one: ImportDetail): string {
  const columns = one.files.flatMap((file) => file.columns)
  const mapped = columns.filter(({ field }) => field !== null)
  const isRemembered = mapped.some(({ mappedBy }) => mappedBy === 'remembered')
  const rows = one.files.reduce((sum, file) => sum + file.rows, 0)
  if (step === 'files') return `${counted(one.files.length, 'file')}, ${counted(rows, 'row')}`
  if (step === 'columns') return `${mapped.length} of ${columns.length} matched${isRemembered ? ', as last time' : ''}`
  if (step === 'check') return one.position > 0 ? counted(one.counts.error, 'error') : 'shows every row first'
  return one.confirmedOn === null ? 'can be stopped and undone' : `${number(one.counts.written)} written`
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
