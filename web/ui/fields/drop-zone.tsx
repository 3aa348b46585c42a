import './drop-zone.css'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'

type Props = {
  label: string
  buttonLabel: string
  /** Endings of the names of files. */
  accept: string
  multiple?: boolean
  /** How much of the file has been sent, 0 to 1; null: nothing is being sent. */
  progress: number | null
  onFiles: (files: readonly File[]) => void
  /** Stops what is being sent. */
  onStop?: () => void
  children: ReactNode
}

/** Files are dropped here, or chosen with the button. */
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
