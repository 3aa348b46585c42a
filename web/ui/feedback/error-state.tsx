import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Shown in place of content that failed to load, with a retry button. */
export const ErrorState = ({
  title = 'This could not be loaded.',
  children,
  onRetry,
  pending,
}: {
  title?: ReactNode
  children?: ReactNode
  onRetry?: (() => void) | undefined
  pending?: boolean | undefined
}) => (
  <div className="state-box bad" role="alert">
    <Icon of={IconAlertTriangle} size={24} />
    <b>{title}</b>
    {children && <p>{children}</p>}
    {onRetry && (
      <div className="actions">
        <Button onClick={onRetry} pending={pending}>
          Try again
        </Button>
      </div>
    )}
  </div>
)
