import { type ReactNode, useEffect } from 'react'
import { applyBrandColour } from './brand-colour.ts'
import { TooltipLayer } from './tooltip.tsx'

/** What stands once around the whole app: the company's colour and the layer that shows every tooltip. */
export const AppProviders = ({ brandColour, children }: { brandColour?: string | null | undefined; children: ReactNode }) => {
  useEffect(() => applyBrandColour(brandColour), [brandColour])
  return (
    <>
      {children}
      <TooltipLayer />
    </>
  )
}
