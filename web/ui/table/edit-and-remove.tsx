import { Button } from '../button.tsx'

type Props = {
  /** Names the row: "viewing by Fenwick Larkrise". */
  of: string
  removeLabel?: 'Remove' | 'Delete' | undefined
  onEdit: () => void
  onRemove: () => void
}

/** The buttons at the end of a row. Both open a dialog. */
export const EditAndRemove = ({ of, removeLabel = 'Remove', onEdit, onRemove }: Props) => (
  <span className="row-end">
    <Button size="s" variant="quiet" aria-haspopup="dialog" aria-label={`Edit ${of}`} onClick={onEdit}>
      Edit
    </Button>
    <Button size="s" variant="danger-quiet" aria-haspopup="dialog" aria-label={`${removeLabel} ${of}`} onClick={onRemove}>
      {removeLabel}
    </Button>
  </span>
)
