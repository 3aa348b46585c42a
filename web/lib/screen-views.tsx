import { hasPermission, type Permission } from '@gya/domain/access/permissions.ts'
import type { ReactNode } from 'react'
import { ViewLinks } from '../ui/navigation/tabs.tsx'
import { useCanOpen } from './screens.ts'
import { useMe } from './session/session.tsx'
import { useScopedPath } from './url-state/current-scope.ts'

/** Screens of one subject that link to each other: History, Add offer. */
export type ScreenViews = {
  label: string
  /** `key`: distinguishes views with the same path; by default the path. `search`: additional search parameters of the link. */
  views: readonly {
    label: string
    path: string
    key?: string
    search?: Record<string, string>
    /** The permission that the view needs in addition to that of its screen. */
    permission?: Permission
  }[]
}

/** Links to the screens of one subject that the user may open; none if the current screen is the only one. */
export function ScreenViewLinks({
  of: { label, views },
  current,
  children,
}: {
  of: ScreenViews
  current: string
  children?: ReactNode
}) {
  const to = useScopedPath()
  const canOpen = useCanOpen()
  const { type } = useMe()
  const open = views.filter(
    ({ path, permission }) => canOpen(path) && (permission === undefined || hasPermission(type, permission)),
  )
  if (open.length < 2 && open.length < views.length) return null
  return (
    <div className="toolbar">
      <ViewLinks
        label={label}
        views={open.map((view) => ({
          label: view.label,
          to: to(view.path, {}, view.search),
          current: (view.key ?? view.path) === current,
        }))}
      />
      {children}
    </div>
  )
}
