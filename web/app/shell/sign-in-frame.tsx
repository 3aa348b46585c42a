import type { FormEvent, ReactNode } from 'react'
import './shell.css'
import './sign-in-frame.css'
import { Logo, PoweredBy } from '../../ui/layout/logo.tsx'
import type { SidebarCompany } from './shell.tsx'

/**
 * Frame of the sign-in site, activation and forced password reset: "Both password screens show only a banner sidebar and no
 * navigation."
 */
export const SignInFrame = ({ company, children }: { company: SidebarCompany | null; children: ReactNode }) => (
  <>
    <aside className="side sign-in-banner" aria-label={company?.name ?? 'GYA'}>
      <span className="logo">
        <Logo url={company?.logoUrl} />
        <span>
          <b>{company?.name ?? 'GYA'}</b>
          <small>{company ? 'Estate agents' : 'Sales progression'}</small>
        </span>
      </span>
    </aside>
    <main className="sign-in-frame" id="content">
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
    <form className="sign-in-form" onSubmit={submit} noValidate>
      <h1 tabIndex={-1}>{title}</h1>
      {intro && <p className="mut">{intro}</p>}
      {children}
    </form>
  )
}

export const Gate = ({ company, ...form }: FormProps & { company: SidebarCompany | null }) => (
  <SignInFrame company={company}>
    <GateForm {...form} />
  </SignInFrame>
)
