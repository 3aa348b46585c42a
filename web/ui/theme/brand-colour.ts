import { defaultBrandColour } from '@gya/domain/common/default-brand-colour.ts'

/**
 * Brand colour of the sidebar and the primary button. Text on it (white, ink or black) has a contrast of at least 4.5:1 with any colour.
 * Muted text and hover tints are adjusted to the same limit.
 */
type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const ink: Rgb = [21, 26, 36]
const darkCanvas: Rgb = [14, 18, 24]
const minContrast = 4.5

/** `#1b2b4b` or `#12b`; undefined for anything else. */
export const parseHex = (hex: string): Rgb | undefined => {
  const bare = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(hex.trim())?.[1]
  if (!bare) return undefined
  const full = bare.length === 3 ? [...bare].map((c) => c + c).join('') : bare
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
}

const toHex = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

const luminance = (colour: Rgb): number => {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG's contrast of two colours, 1 to 21. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Rounded as on screen, so that the measured contrast is the visible one. */
const mix = (over: Rgb, under: Rgb, share: number): Rgb =>
  over.map((part, i) => Math.round(part * share + (under[i] ?? 0) * (1 - share))) as unknown as Rgb

/** Text, muted text, and tints over the brand colour (line, hover, active). */
export type BrandColours = { brand: string; onBrand: string; onBrand2: string; line: string; hover: string; active: string }

const coloursOn = (brand: Rgb): BrandColours => {
  const on = [white, ink, black].find((text) => contrast(text, brand) >= minContrast) ?? black
  // A tint towards the text colour reduces the contrast. If it would become too low, the tint is away from the text colour.
  const spare = contrast(on, mix(on, brand, 0.13)) >= minContrast * 1.15
  const veil = spare ? on : on === white ? black : white
  const active = mix(veil, brand, 0.13)
  const steps = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]
  const quiet =
    steps
      .map((share) => mix(on, brand, share))
      .find((text) => contrast(text, brand) >= minContrast && contrast(text, active) >= minContrast) ?? on
  const over = (share: number) => `rgb(${veil.join(' ')} / ${share})`
  const line = `rgb(${on.join(' ')} / 0.12)`
  return { brand: toHex(brand), onBrand: toHex(on), onBrand2: toHex(quiet), line, hover: over(0.07), active: over(0.13) }
}

/** Colours of both schemes. In the dark scheme the brand colour is mixed with the background, because it would be too bright. */
export const brandColours = (hex: string | null | undefined): { light: BrandColours; dark: BrandColours; edge: string } => {
  const brand = (parseHex(hex ?? '') ?? parseHex(defaultBrandColour)) as Rgb
  // A very light brand colour needs a border on the white page.
  const edge = contrast(brand, white) < 1.6 ? '#818a99' : toHex(brand)
  return { light: coloursOn(brand), dark: coloursOn(mix(brand, darkCanvas, 0.5)), edge }
}

const names: Record<keyof BrandColours, string> = {
  brand: 'brand',
  onBrand: 'on-brand',
  onBrand2: 'on-brand-2',
  line: 'line',
  hover: 'hover',
  active: 'active',
}

/** Sets the custom properties of tokens.css; null means the default colour. Allowed by `style-src 'self'`. */
export const applyBrandColour = (hex: string | null | undefined, root: HTMLElement = document.documentElement): void => {
  const { light, dark, edge } = brandColours(hex)
  for (const part of Object.keys(names) as (keyof BrandColours)[]) {
    root.style.setProperty(`--company-${names[part]}`, light[part])
    root.style.setProperty(`--company-${names[part]}-dark`, dark[part])
  }
  root.style.setProperty('--company-edge', edge)
}
