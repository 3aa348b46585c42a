import { useState } from 'react'

type Props = { src?: string | null | undefined; alt?: string; width: number; height: number; terraced?: boolean }

/** Photo of a property, or a drawing of a house. Decorative: the address is always beside it. */
export const PropertyPhoto = ({ src, alt = '', width, height, terraced = false }: Props) => {
  const [failed, setFailed] = useState<string | null>(null)
  if (src && failed !== src) {
    return (
      <img className="photo" src={src} alt={alt} width={width} height={height} loading="lazy" onError={() => setFailed(src)} />
    )
  }
  return (
    <svg
      className="photo"
      width={width}
      height={height}
      viewBox="0 0 112 80"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="112" height="80" fill="var(--ph-sky)" />
      <path d="M0 66h112v14H0z" fill="var(--ph-ground)" />
      {terraced ? <Terrace /> : <Detached />}
    </svg>
  )
}

const Detached = () => (
  <>
    <path d="M22 40 56 16 90 40v26H22z" fill="var(--ph-wall)" />
    <path d="M16 43 56 14 96 43l-4 3.6L56 21 20 46.600z" fill="var(--ph-roof)" />
    <path d="M50 50h12v16H50z" fill="var(--ph-door)" />
    <path d="M30 48h12v10H30zM70 48h12v10H70zM50 33h12v9H50z" fill="var(--ph-glass)" />
  </>
)

const Terrace = () => (
  <>
    <path d="M8 32h96v34H8z" fill="var(--ph-wall)" />
    <path d="M4 34 12 18h88l8 16z" fill="var(--ph-roof)" />
    <path d="M18 50h9v16h-9zM52 50h9v16h-9zM86 50h9v16h-9z" fill="var(--ph-door)" />
    <path d="M32 44h10v9H32zM66 44h10v9H66z" fill="var(--ph-glass)" />
  </>
)
