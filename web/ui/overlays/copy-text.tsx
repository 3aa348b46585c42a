import './copy-text.css'
import { useState } from 'react'
import { Button } from '../button.tsx'

/** Text that is copied as a whole: a key, a URL, a command line. A click selects all of it. `label`: of a button that copies it. */
export function CopyText({ label, children }: { label?: string; children: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(children)
    setCopied(true)
  }
  return (
    <>
      <code className="copy-text">{children}</code>
      {label && 'clipboard' in navigator && (
        <div>
          <Button size="s" onClick={() => void copy()}>
            {copied ? 'Copied' : label}
          </Button>
        </div>
      )}
    </>
  )
}
