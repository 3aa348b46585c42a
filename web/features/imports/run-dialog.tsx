import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { runImport } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { undoDays } from '@gya/domain/features/imports/imports.rules.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { rowsLeftOut } from './import-progress.tsx'
import { runStarted } from './imports.messages.ts'
import type { ImportShare } from './share-imported.tsx'

type Props = { companyId: string; one: ImportDetail; share: ImportShare; onClose: () => void }

/**
 * Asks for confirmation of a run, with the numbers of rows. Cancel has the focus, because the button that opens the dialog replaces Check.
 */
export function RunDialog({ companyId, one, share, onClose }: Props) {
  const { toCreate, toUpdate, withoutProgressor } = one.counts
  const isShared = share.among.length > 0
  const { left, why } = rowsLeftOut(one)
  return (
    <ConfirmSaveDialog
      call={runImport}
      input={{ params: { companyId, importId: one._id }, body: { position: one.position, ...(isShared ? { share } : {}) } }}
      messages={runStarted}
      title={one.state === 'stopped' ? 'Go on with this import?' : 'Import now?'}
      confirmLabel={`Import ${showCount(toCreate + toUpdate, 'row')}`}
      focusCancel
      onClose={onClose}
    >
      <dl className="run-counts">
        <dt>Create</dt>
        <dd className="tnum">{showNumber(toCreate)}</dd>
        <dt>Update</dt>
        <dd className="tnum">{showNumber(toUpdate)}</dd>
        <dt>Stay out</dt>
        <dd className="tnum">
          {showNumber(left)}
          {why !== '' && <span className="mut">: {why}</span>}
        </dd>
      </dl>
      {isShared && (
        <p>
          {showCount(withoutProgressor, 'sale')} without a progressor {withoutProgressor === 1 ? 'is' : 'are'} shared among{' '}
          {showCount(share.among.length, 'person', 'people')}.
        </p>
      )}
      <small>No e-mail is sent. The import can be stopped, and undone within {undoDays} days.</small>
    </ConfirmSaveDialog>
  )
}
