import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { checkImport, deleteImport, previewUndo, stopImport, undoImport } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { whyNotTake } from '@gya/domain/features/imports/imports.rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { ImportProgress } from './import-progress.tsx'
import { checkStarted, importDeleted, importStopped, undoStarted } from './imports.messages.ts'
import { RunDialog } from './run-dialog.tsx'
import type { ImportShare } from './share-imported.tsx'

/** The state of an import, with buttons for the possible next actions. */
export function ImportFoot({ companyId, one, share }: { companyId: string; one: ImportDetail; share: ImportShare }) {
  const params = { companyId, importId: one._id }
  const to = useScopedPath()
  const navigate = useNavigate()
  const checking = useSave(checkImport, checkStarted)
  const stopping = useSave(stopImport, importStopped)
  const [dialog, setDialog] = useState<'delete' | 'run' | 'undo' | null>(null)
  const { counts, state } = one
  const can = (step: Parameters<typeof whyNotTake>[0]) => whyNotTake(step, one) === null
  const missing = one.files.flatMap((file) => file.missing)[0] ?? (one.files.length === 0 ? 'Add a file first.' : null)
  return (
    <footer className="import-foot">
      {checking.overlay}
      {stopping.overlay}
      <ImportProgress one={one} />
      <span className="spacer" />
      {can('delete') && one.confirmedOn === null && <Button onClick={() => setDialog('delete')}>Delete</Button>}
      {one.undoUntil && (
        <Button variant="danger" onClick={() => setDialog('undo')}>
          Undo this import…
        </Button>
      )}
      {can('stop') && (
        <Button pending={stopping.pending} onClick={() => void stopping.save({ params })}>
          Stop
        </Button>
      )}
      {(can('check') || state === 'open') && (
        <Button
          variant={state === 'checked' || state === 'done' ? undefined : 'primary'}
          pending={checking.pending}
          disabledReason={missing}
          onClick={() => void checking.save({ params, body: {} })}
        >
          {one.position > 0 ? 'Check again' : 'Check'}
        </Button>
      )}
      {can('run') && (
        <Button
          variant="primary"
          disabledReason={counts.confirmed === counts.written ? 'There are no rows left to import.' : null}
          onClick={() => setDialog('run')}
        >
          {state === 'stopped' ? 'Go on…' : 'Import now…'}
        </Button>
      )}
      {dialog === 'delete' && (
        <ConfirmSaveDialog
          call={deleteImport}
          input={{ params }}
          messages={importDeleted}
          title="Delete this import?"
          confirmLabel="Delete"
          danger
          onClose={() => setDialog(null)}
          onDone={() => void navigate({ to: to('/company/imports') })}
        >
          Its files and column mappings are deleted. Nothing was written.
        </ConfirmSaveDialog>
      )}
      {dialog === 'run' && <RunDialog companyId={companyId} one={one} share={share} onClose={() => setDialog(null)} />}
      {dialog === 'undo' && <UndoDialog companyId={companyId} one={one} onClose={() => setDialog(null)} />}
    </footer>
  )
}

/** Asks for confirmation, with what an undo would revert and what it would keep. */
function UndoDialog({ companyId, one, onClose }: { companyId: string; one: ImportDetail; onClose: () => void }) {
  const params = { companyId, importId: one._id }
  const { data: preview } = useCall(previewUndo, { params })
  return (
    <ConfirmSaveDialog
      call={undoImport}
      input={{ params }}
      messages={undoStarted}
      title="Undo this import?"
      confirmLabel="Undo"
      danger
      onClose={onClose}
    >
      {preview ? undoWords(preview) : 'Checking what was changed since…'}
      {preview && preview.deletes > 0 && one.counts.made.firms.length + one.counts.made.people > 0 && ofMade}
      {preview && preview.deletes > 0 && (
        <details className="import-deleted">
          <summary>Which these are</summary>
          <ul>
            {preview.deleted.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
          {preview.deletes > preview.deleted.length && <p>And {showNumber(preview.deletes - preview.deleted.length)} more.</p>}
        </details>
      )}
      {preview?.kept.map(({ title, because }) => (
        <small key={title} className="import-kept">
          {title}: {because}
        </small>
      ))}
      {one.undoUntil && <small>It can be undone until {showDateTime(one.undoUntil)}.</small>}
    </ConfirmSaveDialog>
  )
}

/** Firms and people are not counted: they go with the sale for which they were made. */
const ofMade = ' So are firms and people made from names, unless they are used elsewhere.'

/** The numbers count properties and firms, each with everything that was imported with it. */
function undoWords({ go, deletes, stay }: { go: number; deletes: number; stay: number }): string {
  const parts = [
    deletes > 0 &&
      `${showCount(deletes, 'property or firm that', 'properties and firms that')} this import created ${deletes === 1 ? 'is deleted, with its vendor and sale' : 'are deleted, with their vendors and sales'}.`,
    go > deletes &&
      `${showCount(go - deletes, 'property or firm is', 'properties and firms are')} restored to the state before this import.`,
    go === 0 && 'Nothing is undone.',
    stay > 0 && `${showCount(stay, 'stays, because it was', 'stay, because they were')} changed or used since.`,
  ]
  return parts.filter(Boolean).join(' ')
}
