import { Children, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

export type SaveBarProps = {
  /** How many things have changed; shows "2 unsaved changes". Undefined where that is not counted. */
  changes?: number | undefined
  /** What will be saved, in words: "Searches back complete, Enquiries raised in progress". */
  summary?: ReactNode
  saveLabel?: string | undefined
  /** Why nothing can be saved now: "Nothing has changed", "Confirm the password". */
  disabledReason?: string | null | undefined
  pending?: boolean | undefined
  /** Without it, Save submits the form around it. */
  onSave?: (() => void) | undefined
  onDiscard?: (() => void) | undefined
  discardLabel?: string | undefined
  /** Controls before the buttons: "Update all linked properties", Delete. */
  children?: ReactNode
}

const counted = (changes: number | undefined): string | undefined => {
  if (changes === undefined) return undefined
  if (changes === 0) return 'No changes'
  return changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`
}

const Parts = ({
  changes,
  summary,
  saveLabel = 'Save',
  disabledReason,
  pending,
  onSave,
  onDiscard,
  discardLabel = 'Discard',
  children,
}: SaveBarProps) => {
  const count = counted(changes)
  return (
    <>
      {count && (changes ? <b>{count}</b> : <span className="mut">{count}</span>)}
      <span className="mut">{summary ?? (count ? null : disabledReason)}</span>
      <span className="spacer" />
      {children}
      {onDiscard && (changes === undefined || changes > 0) && (
        <Button onClick={onDiscard} disabledReason={pending ? 'Please wait...' : null}>
          {discardLabel}
        </Button>
      )}
      <Button
        variant="primary"
        type={onSave ? 'button' : 'submit'}
        onClick={onSave}
        pending={pending}
        disabledReason={disabledReason}
      >
        {saveLabel}
      </Button>
    </>
  )
}

const hasChanges = ({ changes, onDiscard, disabledReason }: SaveBarProps): boolean =>
  changes === undefined ? onDiscard !== undefined : changes > 0 || !disabledReason

/**
 * The foot of a page that saves, put last inside the page's form: always at the bottom of the window. On a phone it is there
 * only while something is to be saved; before that what it holds besides Save stands at the end of the form.
 */
export const SaveBar = (props: SaveBarProps) => {
  const isIdle = !props.pending && !hasChanges(props)
  const isBare = Boolean(props.disabledReason) && Children.toArray(props.children).length === 0
  return (
    <div className={classNames('savebar', isIdle && 'idle', isIdle && isBare && 'bare')} role="group" aria-label="Save">
      <Parts {...props} />
    </div>
  )
}

/** The same for one panel's form, where a page has several: what goes into the `foot` of a FormPanel. */
export const FormFooter = (props: SaveBarProps) => <Parts {...props} />
