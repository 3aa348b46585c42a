/** A piece of a message: words, or the address of a page of this site. */
export type MailPart = { text: string; to?: string /** Where in the message it begins. */; from: number }

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** The same site by another of this machine's own names counts: the demo is reached as localhost and as 127.0.0.1. */
const isSameSite = (url: URL, site: URL): boolean =>
  url.origin === site.origin ||
  (url.protocol === site.protocol && url.port === site.port && loopback.test(url.hostname) && loopback.test(site.hostname))

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/**
 * A message in pieces. Only addresses of this site become links, as paths of it: what a message says about other sites is
 * text, since anybody may have written it.
 */
export function mailParts(text: string, origin: string): MailPart[] {
  const site = new URL(origin)
  let from = 0
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/).map((piece, index) => {
    const url = index % 2 === 1 ? parseUrl(piece) : null
    const part = { text: piece, from }
    from += piece.length
    return url && isSameSite(url, site) ? { ...part, to: `${url.pathname}${url.search}${url.hash}` } : part
  })
}
