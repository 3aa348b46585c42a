import { type FormEvent, type ReactNode } from 'react'
import './shell.css'
import './gate.css'
import { Logo, PoweredBy } from '../../ui/layout/logo.tsx'
import type { SidebarCompany } from './shell.tsx'

type Props = { company: SidebarCompany | null; title: string; intro?: ReactNode; onSubmit: () => void; children: ReactNode }

/** Activation and forced password reset: "Both password screens show only a banner sidebar and no navigation." */
export const Gate = ({ company, title, intro, onSubmit, children }: Props) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <>
      <aside className="side gate-banner" aria-label={company?.name ?? 'GYA'}>
        <span className="logo">
          <Logo url={company?.logoUrl} />
          <span>
            <b>{company?.name ?? 'GYA'}</b>
            <small>{company ? 'Estate agents' : 'Sales progression'}</small>
          </span>
        </span>
      </aside>
      <main className="gate" id="content">
        <div className="top">
          <PoweredBy />
        </div>
        <form className="gate-form" onSubmit={submit} noValidate>
          <h1>{title}</h1>
          {intro && <p className="mut">{intro}</p>}
          {children}
        </form>
      </main>
    </>
  )
}
