import { useState } from 'react'

/** The product's logo; its white background contrasts with any brand colour. */
const ProductMark = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="6" fill="#fff" />
    <path d="M16 6 26 14.500V26H18.500V19h-5v7H6V14.500z" fill="#1b2b4b" />
  </svg>
)

/** A logo, or the product's logo if there is none or it fails to load. */
export const Logo = ({ url, size = 32 }: { url?: string | null | undefined; size?: number }) => {
  const [failed, setFailed] = useState<string | null>(null)
  if (!url || failed === url) return <ProductMark size={size} />
  return <img src={url} alt="" width={size} height={size} onError={() => setFailed(url)} />
}

/** Shown at the top right of every page. */
export const PoweredBy = () => (
  <span className="powered">
    Powered by <b>GYA</b>
  </span>
)
