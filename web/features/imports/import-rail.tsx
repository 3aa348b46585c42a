import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { IconCheck } from '@tabler/icons-react'
import { useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { Icon } from '../../ui/icon.tsx'
import { doneSteps, type ImportStepName, importSteps } from './import-steps.ts'

const titles: Record<ImportStepName, string> = { files: 'Files', columns: 'Columns', check: 'Check', import: 'Import' }
const number = (count: number): string => count.toLocaleString('en-GB')

function wordsOf(step: ImportStepName, one: ImportDetail): string {
  const columns = one.files.flatMap((file) => file.columns)
  const mapped = columns.filter(({ field }) => field !== null)
  const isRemembered = mapped.some(({ mappedBy }) => mappedBy === 'remembered')
  const rows = one.files.reduce((sum, file) => sum + file.rows, 0)
  if (step === 'files') return `${one.files.length === 1 ? '1 file' : `${one.files.length} files`}, ${number(rows)} rows`
  if (step === 'columns') return `${mapped.length} of ${columns.length} matched${isRemembered ? ', as last time' : ''}`
  if (step === 'check') return one.position > 0 ? `${number(one.counts.error)} errors` : 'every row, before anything happens'
  return one.confirmedOn === null ? 'with progress, can be undone' : `${number(one.counts.written)} written`
}

/** The four steps, each with its number, or a tick once it is done. */
export function ImportRail({ one, step }: { one: ImportDetail; step: ImportStepName }) {
  const setParams = useSetSearchParams()
  const done = doneSteps(one)
  return (
    <ol className="import-rail">
      {importSteps.map((name, at) => (
        <li key={name}>
          <button type="button" aria-current={name === step ? 'step' : undefined} onClick={() => setParams({ step: name })}>
            <span className={done[name] ? 'number done' : 'number'}>
              {done[name] ? <Icon of={IconCheck} size={14} /> : at + 1}
              {done[name] && <span className="vh">Done:</span>}
            </span>
            <span>
              <b>{titles[name]}</b>
              <small className="tnum">{wordsOf(name, one)}</small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
