import { useState } from 'react'
import { SegmentedField } from '../fields/segmented-field.tsx'
import { applyColourScheme, type ColourScheme, storedColourScheme } from './colour-scheme.ts'

const schemes: readonly { value: ColourScheme; label: string }[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Selects the colour scheme, which takes effect at once and is stored in this browser. Not part of a form. */
export const ColourSchemeField = () => {
  const [scheme, setScheme] = useState(storedColourScheme)
  const choose = (next: ColourScheme) => {
    applyColourScheme(next)
    setScheme(next)
  }
  return <SegmentedField label="Appearance" options={schemes} value={scheme} onChange={choose} />
}
