import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

type Props = {
  /** Names of added files that already exist in the import. */
  names: readonly string[]
  onReplace: () => void
  onKeepBoth: () => void
  onCancel: () => void
}

/** A corrected file usually replaces the one that it corrects. */
export const ReplaceDialog = ({ names, onReplace, onKeepBoth, onCancel }: Props) => (
  <Dialog
    open
    role="alertdialog"
    title={`Replace ${listFormat.format(names)}?`}
    onClose={onCancel}
    footer={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={onKeepBoth}>Keep both</Button>
        <Button variant="primary" onClick={onReplace} data-autofocus>
          Replace
        </Button>
      </>
    }
  >
    <p>
      {names.length === 1 ? 'A file of this name is' : 'Files of these names are'} in this import already. If you keep both, every
      row of both is checked and imported.
    </p>
  </Dialog>
)
