import { Button } from '../button.tsx'

/** What can be done with a row, at its end: both open a dialog. `of` names the row, "viewing by Fenwick Larkrise". */
export const EditAndRemove = ({ of, onEdit, onRemove }: { of: string; onEdit: () => void; onRemove: () => void }) => (
  <span className="row-end">
    <Button size="s" variant="quiet" aria-haspopup="dialog" aria-label={`Edit ${of}`} onClick={onEdit}>
      Edit
    </Button>
    <Button size="s" variant="danger-quiet" aria-haspopup="dialog" aria-label={`Remove ${of}`} onClick={onRemove}>
      Remove
    </Button>
  </span>
)
