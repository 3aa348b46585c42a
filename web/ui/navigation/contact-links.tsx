import { telephoneLink } from '@gya/domain/common/telephone.ts'

type TelLinkProps = { tel: string; className?: string; onCall?: (() => void) | undefined; children?: React.ReactNode }

/** Renders nothing without a number, and text if the number is too short to be dialled. */
export const TelLink = ({ tel, className = 'link', onCall, children = tel }: TelLinkProps) => {
  const href = telephoneLink(tel)
  if (tel === '') return null
  if (href === null) return <span>{children}</span>
  return (
    <a className={className} href={href} onClick={onCall}>
      {children}
    </a>
  )
}

/** Renders nothing without an address. */
export const MailLink = ({ email, className = 'link' }: { email: string; className?: string }) =>
  email === '' ? null : (
    <a className={className} href={`mailto:${email}`}>
      {email}
    </a>
  )
