/**
 * Where to go after signing in: the `next` of the address when it is a path of this very site, else the start page.
 * Only what begins with one "/" is a path: "//host", "/\host" and anything a browser would read as another origin is not.
 */
export const nextPath = (search: string, origin: string): string => {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!/^\/(?![/\\])/.test(next)) return '/'
  // Not `URL.parse`: Chrome has it from version 126 only.
  if (!URL.canParse(next, origin)) return '/'
  const place = new URL(next, origin)
  if (place.origin !== origin || /^\/login(\/|$)/.test(place.pathname) || place.pathname.startsWith('//')) return '/'
  return `${place.pathname}${place.search}${place.hash}`
}
