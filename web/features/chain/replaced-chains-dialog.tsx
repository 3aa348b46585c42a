import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { ReplacedChains } from './use-chain-edit.ts'

type Props = { replaced: ReplacedChains | null; onCancel: () => void }

/** Names the links that colleagues entered in the chains of linked properties, before a save for all replaces them. */
export const ReplacedChainsDialog = ({ replaced, onCancel }: Props) => (
  <ConfirmDialog
    open={replaced !== null}
    title="This replaces links of other properties"
    confirmLabel="Replace and save"
    focusCancel
    onConfirm={() => replaced?.save()}
    onCancel={onCancel}
  >
    <p>These links are removed or overwritten. The record of each property keeps their addresses, and you can undo the save.</p>
    <ul>
      {replaced?.chains.map(({ _id, line1, removed }) => (
        <li key={_id}>
          <b>{line1}</b>: {removed.join('; ')}
        </li>
      ))}
    </ul>
  </ConfirmDialog>
)
