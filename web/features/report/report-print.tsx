import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useScreenKeys } from '../../lib/keys/use-screen-keys.ts'
import { printKeys } from './report-keys.ts'
import { ReportPaper, type ReportPaperProps } from './report-paper.tsx'

type Props = Omit<ReportPaperProps, 'loaded' | 'onClose'> & {
  onPage: NonNullable<ReportPaperProps['loaded']>
  isPrinting: boolean
  setPrinting: (isPrinting: boolean) => void
}

/** Prints all rows by *Print* and Ctrl P, and those on the page when the browser's own menu prints it. */
export function ReportPrint({ onPage, isPrinting, setPrinting, ...paper }: Props) {
  const [byMenu, setByMenu] = useState<Props['onPage'] | null>(null)
  const latest = useRef({ onPage, isPrinting })
  latest.current = { onPage, isPrinting }
  useScreenKeys(printKeys, { print: () => setPrinting(true) })
  useEffect(() => {
    // The browser prints what is there when this returns.
    const onMenu = () => {
      if (!latest.current.isPrinting) flushSync(() => setByMenu(latest.current.onPage))
    }
    addEventListener('beforeprint', onMenu)
    return () => removeEventListener('beforeprint', onMenu)
  }, [])
  if (isPrinting) return <ReportPaper {...paper} onClose={() => setPrinting(false)} />
  return byMenu && <ReportPaper {...paper} loaded={byMenu} onClose={() => setByMenu(null)} />
}
