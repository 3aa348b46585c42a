/**
 * The destination after signing in: the `next` parameter if it is a path of this site, otherwise the start page. Only a text that begins
 * with a single "/" is a path: "//host", "/\host" and anything that a browser would read as another origin are not.
 */
export const nextPath = (search: string, origin: string): string => {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!/^\/(?![/\\])/.test(next)) return '/'
  // Not `URL.parse`, which Chrome supports only from version 126.
  if (!URL.canParse(next, origin)) return '/'
  const place = new URL(next, origin)
  if (place.origin !== origin || /^\/login(\/|$)/.test(place.pathname) || place.pathname.startsWith('//')) return '/'
  return `${place.pathname}${place.search}${place.hash}`
}
