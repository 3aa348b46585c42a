import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconComponent } from './icon.tsx'
import { Link } from './navigation/link.tsx'

type Looks = {
  /** `primary` at most once per view. `danger` for actions that cannot be undone. */
  variant?: 'default' | 'primary' | 'quiet' | 'danger' | 'danger-primary' | 'danger-quiet' | undefined
  size?: 's' | 'm' | 'l' | undefined
  icon?: IconComponent | undefined
  /** After the label: the arrow of a menu. */
  iconAfter?: IconComponent | undefined
  className?: string | undefined
}

export type ButtonProps = Looks & {
  children?: ReactNode
  type?: 'button' | 'submit' | 'reset' | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  /** Disables the button. It stays focusable; the reason is its tooltip and its description for screen readers. */
  disabledReason?: string | null | undefined
  /** Shows a spinner and ignores clicks. */
  pending?: boolean | undefined
  tip?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  form?: string | undefined
  name?: string | undefined
  value?: string | undefined
  id?: string | undefined
  tabIndex?: number | undefined
  'aria-label'?: string | undefined
  'aria-expanded'?: boolean | undefined
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox' | undefined
  'aria-controls'?: string | undefined
  'aria-pressed'?: boolean | undefined
  'data-autofocus'?: boolean | undefined
}

const looksOf = ({ variant = 'default', size = 'm', className }: Looks, square: boolean): string =>
  classNames(
    'btn',
    variant.includes('primary') && 'primary',
    variant.includes('quiet') && 'quiet',
    variant.startsWith('danger') && 'danger',
    size !== 'm' && size,
    square && 'icon',
    className,
  )

const iconSize = (size: Looks['size']) => (size === 'l' ? 16 : 14)

export const Button = (props: ButtonProps) => {
  const {
    children,
    variant,
    size,
    icon,
    iconAfter,
    className,
    type = 'button',
    disabledReason,
    pending = false,
    tip,
    onClick,
    ...rest
  } = props
  const reasonId = useId()
  const off = Boolean(disabledReason) || pending
  return (
    <>
      <button
        {...rest}
        type={type}
        className={looksOf({ variant, size, className }, children === undefined)}
        aria-disabled={off || undefined}
        aria-busy={pending || undefined}
        aria-describedby={disabledReason ? reasonId : undefined}
        data-tip={disabledReason ?? tip}
        onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
      >
        {pending ? (
          <i className="spin" aria-hidden="true" />
        ) : (
          icon && <Icon of={icon} size={children === undefined ? 16 : iconSize(size)} />
        )}
        {children}
        {iconAfter && <Icon of={iconAfter} size={iconSize(size)} />}
      </button>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}

/** An icon button; its label is the tooltip and the accessible name. */
export const IconButton = ({
  label,
  ...props
}: Omit<ButtonProps, 'children' | 'icon' | 'aria-label' | 'tip'> & { label: string; icon: IconComponent }) => (
  <Button {...props} aria-label={label} tip={label} />
)

/** A link that looks like a button. */
export const LinkButton = ({
  to,
  children,
  icon,
  iconAfter,
  variant,
  size,
  className,
}: Looks & { to: string; children: ReactNode }) => (
  <Link to={to} className={looksOf({ variant, size, className }, false)}>
    {icon && <Icon of={icon} size={iconSize(size)} />}
    {children}
    {iconAfter && <Icon of={iconAfter} size={iconSize(size)} />}
  </Link>
)

/** An icon link; its label is the tooltip and the accessible name. */
type IconLinkButtonProps = Looks & { to: string; label: string; icon: IconComponent; onClick?: () => void }

export const IconLinkButton = ({ to, label, icon, onClick, ...looks }: IconLinkButtonProps) => (
  <Link to={to} className={looksOf(looks, true)} aria-label={label} data-tip={label} onClick={onClick}>
    <Icon of={icon} size={16} />
  </Link>
)
