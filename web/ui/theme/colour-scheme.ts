/** Light, dark or the system's scheme. tokens.css reads the attribute; `auto` has none. Stored per browser. */
export type ColourScheme = 'light' | 'dark' | 'auto'

const key = 'gya.colour-scheme'
const attribute = 'data-colour-scheme'

export const storedColourScheme = (): ColourScheme => {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

/** Applies and stores a scheme. Call with `storedColourScheme()` before the first render. */
export const applyColourScheme = (scheme: ColourScheme): void => {
  if (scheme === 'auto') {
    document.documentElement.removeAttribute(attribute)
    localStorage.removeItem(key)
    return
  }
  document.documentElement.setAttribute(attribute, scheme)
  localStorage.setItem(key, scheme)
}
