import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import './keys-dialog.css'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const messages = {
  success: { title: 'Saved.' },
  failure: { title: 'This could not be saved', text: 'Please try again.' },
}

type KeySection = {
  title: string
  /** `single`: a single character, which has no effect while single keys are off. */
  keys: readonly { shown: readonly string[]; does: string; single?: true }[]
  /** Shown below the list while single keys are on. */
  note?: string | undefined
}

type Props = { title: string; sections: readonly KeySection[]; onClose: () => void }

/** `?`: the keys of a screen, and the switch for single keys. */
export function KeysDialog({ title, sections, onClose }: Props) {
  const { singleKeys } = useMe()
  const saving = useSave(updateOwnAccount, messages)
  return (
    <Dialog
      open
      wide
      title={title}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      {saving.overlay}
      {sections.map((section) => (
        <section key={section.title} aria-label={section.title} className="keys-section">
          {sections.length > 1 && <h3>{section.title}</h3>}
          <dl className="keys-list">
            {section.keys
              .filter(({ single }) => singleKeys || !single)
              .map(({ shown, does }) => (
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
          {singleKeys && section.note && <p className="mut">{section.note}</p>}
        </section>
      ))}
      <SwitchField
        label="Single keys"
        hint="Off, letters and signs do nothing; arrows, Enter, Escape, keys with Ctrl and all buttons still work."
        checked={singleKeys}
        onChange={(next) => void saving.save({ body: { singleKeys: next } })}
      />
    </Dialog>
  )
}
