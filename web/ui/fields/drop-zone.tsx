import './drop-zone.css'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

type Props = {
  label: string
  buttonLabel: string
  /** File name extensions. */
  accept: string
  multiple?: boolean
  /** Upload progress, 0 to 1; null: no upload. */
  progress: number | null
  onFiles: (files: readonly File[]) => void
  /** Cancels the upload. */
  onStop?: () => void
  children: ReactNode
}

/** Accepts files by drag and drop, or through a button. */
export function DropZone({ label, buttonLabel, accept, multiple = false, progress, onFiles, onStop, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const send = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0) onFiles(files)
  }
  return (
    <section
      className={classNames('drop-zone', isOver && 'over')}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        send(event.dataTransfer.files)
      }}
    >
      <p>{children}</p>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        accept={accept}
        aria-label={buttonLabel}
        onChange={(event) => {
          send(event.target.files)
          event.target.value = ''
        }}
      />
      <Button icon={IconUpload} variant="primary" pending={progress !== null} onClick={() => input.current?.click()}>
        {buttonLabel}
      </Button>
      {progress !== null && (
        <>
          <progress max={1} value={progress} aria-label="Sent" />
          <span className="tnum" role="status">
            {Math.floor(progress * 100)} % sent
          </span>
          {onStop && (
            <Button size="s" onClick={onStop}>
              Stop
            </Button>
          )}
        </>
      )}
    </section>
  )
}
