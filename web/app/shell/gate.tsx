import { type FormEvent, type ReactNode } from 'react'
import './shell.css'
import './gate.css'
import { Logo, PoweredBy } from '../../ui/layout/logo.tsx'
import type { SidebarCompany } from './shell.tsx'

/**
 * Frame of the sign-in site, activation and forced password reset: "Both password screens show only a banner sidebar and no
 * navigation."
 */
export const GateFrame = ({ company, children }: { company: SidebarCompany | null; children: ReactNode }) => (
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
      {children}
    </main>
  </>
)

type FormProps = { title: string; intro?: ReactNode; onSubmit: () => void; children: ReactNode }

/** The form in the frame. */
export const GateForm = ({ title, intro, onSubmit, children }: FormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="gate-form" onSubmit={submit} noValidate>
      <h1 tabIndex={-1}>{title}</h1>
      {intro && <p className="mut">{intro}</p>}
      {children}
    </form>
  )
}

export const Gate = ({ company, ...form }: FormProps & { company: SidebarCompany | null }) => (
  <GateFrame company={company}>
    <GateForm {...form} />
  </GateFrame>
)
