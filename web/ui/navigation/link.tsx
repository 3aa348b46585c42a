import { type AnchorHTMLAttributes, type ComponentType, createContext, type MouseEvent, type Ref, useContext } from 'react'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement> | undefined
  /** Keeps the scroll position: for a link to another state of the same page. */
  keepScroll?: boolean | undefined
}

/** Client-side navigation. */
export type Navigation = {
  Link: ComponentType<LinkProps>
  /** `discard`: leaves unsaved changes without asking. */
  go: (to: string, options?: { discard: boolean }) => void
}

/** Set by the app. Without it, as in the vendor portal and on the sign-in site, links load the page. */
export const NavigationContext = createContext<Navigation | null>(null)

const isOutside = (to: string): boolean =>
  to.startsWith('/api/') || to.startsWith('/login') || /^[a-z]+:/i.test(to) || to.startsWith('#')

/** A link to a page of the app (client-side), to a file of the API, or to another site. */
export const Link = ({ to, keepScroll, children, ...rest }: LinkProps) => {
  const navigation = useContext(NavigationContext)
  if (navigation === null || isOutside(to))
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    )
  return (
    <navigation.Link to={to} keepScroll={keepScroll} {...rest}>
      {children}
    </navigation.Link>
  )
}

const useGo = (): Navigation['go'] => useContext(NavigationContext)?.go ?? ((to) => location.assign(to))

/** Navigates like a click on a link: in a new tab with Ctrl, Command or the middle button. */
export const useFollowLink = (): ((to: string, event?: MouseEvent) => void) => {
  const go = useGo()
  return (to, event) => {
    if (event && (event.metaKey || event.ctrlKey || event.button === 1)) window.open(to, '_blank', 'noopener')
    else go(to)
  }
}

/** Navigates without asking about unsaved changes: for use after a deletion. */
export const useLeaveWithoutAsking = (): ((to: string) => void) => {
  const go = useGo()
  return (to) => go(to, { discard: true })
}

/** The path of a URL, without query and fragment. */
export const pathOf = (to: string): string => to.split(/[?#]/, 1)[0] ?? to
