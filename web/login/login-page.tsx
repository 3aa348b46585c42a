import { type ReactNode, useEffect } from 'react'
import { GateForm } from '../app/shell/sign-in-frame.tsx'
import { useLogin } from './login-context.ts'

type Props = { title: string; intro?: ReactNode; onSubmit: () => void; children: ReactNode }

/** A view of the sign-in site. The initial focus is in its first empty field, otherwise on its title. */
export function LoginPage({ title, intro, onSubmit, children }: Props) {
  useEffect(() => {
    document.title = `${title} · GYA`
    const empty = [...document.querySelectorAll<HTMLInputElement>('.sign-in-form input')].find(({ value }) => !value)
    const target = empty ?? document.querySelector<HTMLElement>('.sign-in-form h1')
    target?.focus()
  }, [title])
  return (
    <GateForm title={title} intro={intro} onSubmit={onSubmit}>
      {children}
    </GateForm>
  )
}

/** A link to another view that does not reload the page. */
export function LoginLink({ href, children }: { href: string; children: ReactNode }) {
  const { open } = useLogin()
  return (
    <a
      className="link"
      href={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        open(href)
      }}
    >
      {children}
    </a>
  )
}
