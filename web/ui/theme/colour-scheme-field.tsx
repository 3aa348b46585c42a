import { useState } from 'react'
import { SegmentedField } from '../fields/segmented-field.tsx'
import { applyColourScheme, type ColourScheme, storedColourScheme } from './colour-scheme.ts'

const schemes: readonly { value: ColourScheme; label: string }[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The reader's own choice of scheme, in force at once and kept in this browser. Belongs on the profile; it is not part of its form. */
export const ColourSchemeField = () => {
  const [scheme, setScheme] = useState(storedColourScheme)
  const choose = (next: ColourScheme) => {
    applyColourScheme(next)
    setScheme(next)
  }
  return <SegmentedField label="Appearance" options={schemes} value={scheme} onChange={choose} />
}
