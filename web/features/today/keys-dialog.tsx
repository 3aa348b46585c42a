import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { otherKeys, outcomeKeys, todayKeys } from './today-keys.ts'

const messages = {
  success: { title: 'Saved.' },
  failure: { title: 'This could not be saved', text: 'Please try again.' },
}

/** `?`: the keys of Today, and the switch for single keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = useMe()
  const saving = useSave(updateOwnAccount, messages)
  return (
    <Dialog
      open
      wide
      title="Keys of Today"
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      {saving.overlay}
      <dl className="keys-list">
        {[...todayKeys.filter(({ single }) => singleKeys || !single), ...otherKeys].map(({ shown, does }) => (
          <div key={shown.join(' ')}>
            <dt>
              {shown.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {singleKeys && (
        <p className="mut">
          After L: 1 spoke, 2 left message, 3 no answer, 4 promised, {outcomeKeys.length} e-mailed. After S: 1 later today, 2
          tomorrow, 3 in 3 days, 4 next Monday, 5 a day.
        </p>
      )}
      <SwitchField
        label="Single keys"
        hint="Off, letters and signs do nothing; arrows, Enter, Escape, keys with Ctrl and all buttons still work."
        checked={singleKeys}
        onChange={(next) => void saving.save({ body: { singleKeys: next } })}
      />
    </Dialog>
  )
}
