import type { Icon as TablerIcon } from '@tabler/icons-react'

/** A Tabler outline icon: `import { IconCheck } from '@tabler/icons-react'`. */
export type IconComponent = TablerIcon

/**
 * An icon in one of four sizes, hidden from screen readers: give its meaning as text beside it (visible or `.vh`).
 * base.css sets the stroke width by size.
 */
export const Icon = ({ of: Drawing, size = 16 }: { of: IconComponent; size?: 12 | 14 | 16 | 18 | 20 | 24 | 32 }) => (
  <Drawing className="ic" size={size} aria-hidden focusable={false} />
)
