import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Props = {
  buyer: string
  onFallOff: () => void
  onWithdraw: () => void
  onCancel: () => void
}

/** Asked before a property with an accepted offer is withdrawn. */
export const WithdrawDialog = ({ buyer, onFallOff, onWithdraw, onCancel }: Props) => (
  <Dialog
    open
    wide
    onClose={onCancel}
    title="A sale is agreed here"
    role="alertdialog"
    footer={
      <>
        <Button onClick={onFallOff}>Record a fall-off instead</Button>
        <Button variant="primary" onClick={onWithdraw}>
          Withdraw and pause the sale
        </Button>
        <Button onClick={onCancel} data-autofocus>
          Cancel
        </Button>
      </>
    }
  >
    <p>
      Withdrawing stops the sale with {buyer} but does not end it. Its steps wait, the vendor and the parties read that the sale
      is paused, and it leaves the pipeline.
    </p>
  </Dialog>
)
