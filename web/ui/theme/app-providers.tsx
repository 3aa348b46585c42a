import { type ReactNode, useLayoutEffect } from 'react'
import { TooltipLayer } from '../overlays/tooltip.tsx'
import { applyBrandColour } from './brand-colour.ts'
import { applyColourScheme, storedColourScheme } from './colour-scheme.ts'

/** What stands once around the whole app: the reader's scheme, the company's colour and the layer that shows every tooltip. */
export const AppProviders = ({ brandColour, children }: { brandColour?: string | null | undefined; children: ReactNode }) => {
  useLayoutEffect(() => applyColourScheme(storedColourScheme()), [])
  useLayoutEffect(() => applyBrandColour(brandColour), [brandColour])
  return (
    <>
      {children}
      <TooltipLayer />
    </>
  )
}
