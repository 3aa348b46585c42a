import { Link } from './link.tsx'

/** Two or three views of one subject, each a page of its own: History, Add offer. Looks like a segmented choice, and is links. */
export const ViewLinks = ({
  label,
  views,
}: {
  label: string
  views: readonly { label: string; to: string; current: boolean }[]
}) => (
  <nav className="seg" aria-label={label}>
    {views.map((view) => (
      <Link key={view.label} to={view.to} aria-current={view.current ? 'page' : undefined}>
        {view.label}
      </Link>
    ))}
  </nav>
)
