/** Light, dark, or as the reader's system has it. tokens.css follows the attribute; `auto` needs none. Remembered per browser. */
export type ColourScheme = 'light' | 'dark' | 'auto'

const key = 'gya.colour-scheme'
const attribute = 'data-mantine-color-scheme'

export const storedColourScheme = (): ColourScheme => {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

/** Shows a scheme and remembers it. Call with `rememberedScheme()` before the first render. */
export const applyColourScheme = (scheme: ColourScheme): void => {
  if (scheme === 'auto') {
    document.documentElement.removeAttribute(attribute)
    localStorage.removeItem(key)
    return
  }
  document.documentElement.setAttribute(attribute, scheme)
  localStorage.setItem(key, scheme)
}
