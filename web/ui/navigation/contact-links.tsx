/** As a telephone dials it. */
export const telHref = (tel: string): string => `tel:${tel.replaceAll(/[^+\d]/g, '')}`

/** A number to ring by a click; nothing where there is none. */
export const TelLink = ({ tel, className = 'link' }: { tel: string; className?: string }) =>
  tel === '' ? null : (
    <a className={className} href={telHref(tel)}>
      {tel}
    </a>
  )

/** An e-mail address to write to by a click; nothing where there is none. */
export const MailLink = ({ email, className = 'link' }: { email: string; className?: string }) =>
  email === '' ? null : (
    <a className={className} href={`mailto:${email}`}>
      {email}
    </a>
  )
