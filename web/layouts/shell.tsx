import { IconMenu2 } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './shell.css'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { skipLinksId } from '../ui/skip-link.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { Logo } from './logo.tsx'
import { PoweredBy } from './powered-by.tsx'
import { Sidebar, type SidebarProps } from './sidebar.tsx'

const key = 'gya.sidebar'

/** "The collapsed state is remembered." Where nothing is remembered a window under 1240 px starts collapsed. */
const useFolded = (): [boolean, () => void] => {
  const [closed, setClosed] = useState(() => {
    const kept = localStorage.getItem(key)
    return kept ? kept === 'closed' : window.innerWidth < 1240
  })
  const fold = () => {
    localStorage.setItem(key, closed ? 'open' : 'closed')
    setClosed(!closed)
  }
  return [closed, fold]
}

/** After a change of page the focus is nowhere when the pressed link has gone: put it where the new content begins. */
const useFocusOnNewPage = () => {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== undefined && before.current !== path && document.activeElement === document.body) {
      main.current?.focus({ preventScroll: true })
    }
    before.current = path
  }, [path])
  return main
}

/** Sidebar and content of everybody who is signed in. `children` is the router's outlet; each page draws itself with `Page`. */
export const Shell = ({ children, ...sidebar }: SidebarProps & { children: ReactNode }) => {
  const [closed, fold] = useFolded()
  const phone = useIsPhone()
  const main = useFocusOnNewPage()
  return (
    <div className="app" data-sidebar={phone ? undefined : closed ? 'closed' : 'open'}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div id={skipLinksId} />
      {phone ? <PhoneBar {...sidebar} /> : <Sidebar {...sidebar} closed={closed} onFold={fold} />}
      <main className="main" id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  )
}

/** Whether the page is being scrolled down: what stands at the top of it makes room then, and comes back on the way up. */
const useScrolledDown = (): boolean => {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const look = () => {
      const now = Math.max(0, window.scrollY)
      if (Math.abs(now - before) < 8) return
      setDown(now > before && now > 52)
      before = now
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return down
}

const PhoneBar = (sidebar: SidebarProps) => {
  const drawer = useRef<HTMLDialogElement>(null)
  const away = useScrolledDown()
  const shut = () => drawer.current?.close()
  const name = sidebar.company?.name ?? 'GYA'
  return (
    <header className={classNames('pbar', away && 'away')}>
      <button type="button" aria-label="Menu" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
        <Icon of={IconMenu2} size={20} />
      </button>
      <Link to="/">
        <Logo url={sidebar.company?.logoUrl} size={28} />
        <b>{name}</b>
        <span className="vh">, start page</span>
      </Link>
      <span className="spacer" />
      <PoweredBy />
      <dialog
        ref={drawer}
        className="drawer"
        aria-label="Menu"
        onClick={(event) => event.target === drawer.current && shut()}
        onKeyDown={undefined}
      >
        <Sidebar
          {...sidebar}
          closed={false}
          onGo={shut}
          onSupport={() => {
            shut()
            sidebar.onSupport()
          }}
        />
      </dialog>
    </header>
  )
}
