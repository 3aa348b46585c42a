import { type AnchorHTMLAttributes, type ComponentType, createContext, type MouseEvent, type Ref, useContext } from 'react'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement> | undefined
  /** For a link to another state of the same page: what is in sight stays in sight. */
  keepScroll?: boolean | undefined
}

/** How one goes to a page of ours without loading it anew. */
export type Navigation = {
  Link: ComponentType<LinkProps>
  /** `discard`: what is unsaved on this page is not asked about. */
  go: (to: string, options?: { discard: boolean }) => void
}

/** Handed down from the app that has a router; without one, as in the vendor's app, links are the browser's own. */
export const NavigationContext = createContext<Navigation | null>(null)

const isOutside = (to: string): boolean =>
  to.startsWith('/api/') || to.startsWith('/login') || /^[a-z]+:/i.test(to) || to.startsWith('#')

/** A link to a page of ours (client-side, ctrl-click and middle button as everywhere), to a file of the API, or elsewhere. */
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

/** Goes to a page as a click on its link would; in a new tab when the event asks for one (ctrl, command, middle button). */
export const useFollowLink = (): ((to: string, event?: MouseEvent) => void) => {
  const go = useGo()
  return (to, event) => {
    if (event && (event.metaKey || event.ctrlKey || event.button === 1)) window.open(to, '_blank', 'noopener')
    else go(to)
  }
}

/** Goes to a page after what is edited here was deleted: nothing unsaved of it is left to ask about. */
export const useLeaveWithoutAsking = (): ((to: string) => void) => {
  const go = useGo()
  return (to) => go(to, { discard: true })
}

/** The path of an address, without query and hash. */
export const pathOf = (to: string): string => to.split(/[?#]/, 1)[0] ?? to
