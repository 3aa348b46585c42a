export const telHref = (tel: string): string => `tel:${tel.replaceAll(/[^+\d]/g, '')}`

/** Renders nothing without a number. */
export const TelLink = ({ tel, className = 'link' }: { tel: string; className?: string }) =>
  tel === '' ? null : (
    <a className={className} href={telHref(tel)}>
      {tel}
    </a>
  )

/** Renders nothing without an address. */
export const MailLink = ({ email, className = 'link' }: { email: string; className?: string }) =>
  email === '' ? null : (
    <a className={className} href={`mailto:${email}`}>
      {email}
    </a>
  )
