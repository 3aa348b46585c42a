import type { Icon as TablerIcon } from '@tabler/icons-react'

/** A Tabler outline icon: `import { IconCheck } from '@tabler/icons-react'`. */
export type IconComponent = TablerIcon

/**
 * An icon in one of the four drawn sizes, always hidden from screen readers: say in words beside it (visible or `.vh`)
 * what it means. The weight of its line comes from base.css and depends on the size.
 */
export const Icon = ({ of: Drawing, size = 16 }: { of: IconComponent; size?: 12 | 14 | 16 | 18 | 20 | 24 | 32 }) => (
  <Drawing className="ic" size={size} aria-hidden focusable={false} />
)
