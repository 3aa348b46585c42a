import { Children, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

export type SaveBarProps = {
  /** Shows "2 unsaved changes". Undefined where changes are not counted. */
  changes?: number | undefined
  /** The changes in words. */
  summary?: ReactNode
  saveLabel?: string | undefined
  /** Why saving is not possible: "Nothing has changed". */
  disabledReason?: string | null | undefined
  pending?: boolean | undefined
  /** Without it, Save submits the enclosing form. */
  onSave?: (() => void) | undefined
  onDiscard?: (() => void) | undefined
  discardLabel?: string | undefined
  /** Controls before the buttons. */
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
 * Bar at the bottom of the window with Save and Discard; last element of the page's form. On a phone it appears only while
 * there are changes; otherwise its other controls are at the end of the form.
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

/** The same for the `foot` of a FormPanel, on pages with several forms. */
export const FormFooter = (props: SaveBarProps) => <Parts {...props} />
