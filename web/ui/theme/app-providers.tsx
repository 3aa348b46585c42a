import { type ReactNode, useLayoutEffect } from 'react'
import { TooltipLayer } from '../overlays/tooltip.tsx'
import { applyBrandColour } from './brand-colour.ts'
import { applyColourScheme, storedColourScheme } from './colour-scheme.ts'

/** Colour scheme, brand colour and tooltips of an app. */
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
