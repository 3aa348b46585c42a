import { useState } from 'react'

/** The product's own sign: a door in a house, on white so that it stands on any brand colour. */
const ProductMark = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="6" fill="#fff" />
    <path d="M16 6 26 14.500V26H18.500V19h-5v7H6V14.500z" fill="#1b2b4b" />
  </svg>
)

/** A company's logo, or the product's sign when it has none or it cannot be loaded. */
export const Logo = ({ url, size = 32 }: { url?: string | null | undefined; size?: number }) => {
  const [failed, setFailed] = useState<string | null>(null)
  if (!url || failed === url) return <ProductMark size={size} />
  return <img src={url} alt="" width={size} height={size} onError={() => setFailed(url)} />
}

/** The banner at the top right of every page. */
export const PoweredBy = () => (
  <span className="powered">
    Powered by <b>GYA</b>
  </span>
)
