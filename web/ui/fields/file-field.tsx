import { IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Field, type FieldProps, isOff } from './field.tsx'

export type FileFieldProps = Omit<FieldProps<File | null>, 'defaultValue' | 'readOnly'> & {
  /** As the attribute of an input: `image/jpeg,image/png`. */
  accept?: string | undefined
  /** Error message for an unacceptable file, or null. Such a file is not selected. */
  check?: ((file: File) => string | null) | undefined
  /** Shows a thumbnail of the selected or the stored image. */
  picture?: boolean | undefined
  storedUrl?: string | null | undefined
  /** Removes the stored file; the page asks for confirmation. */
  onRemoveStored?: (() => void) | undefined
  /** Upload progress, 0 to 1. */
  progress?: number | undefined
  buttonLabel?: string | undefined
}

const bytes = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** 1.2 MB, 340 KB, in thousands as documents are listed. */
export const fileSize = (size: number): string =>
  size >= 1_000_000 ? `${bytes.format(size / 1_000_000)} MB` : `${bytes.format(Math.max(1, Math.round(size / 1000)))} KB`

const usePreview = (file: File | null | undefined, enabled: boolean | undefined): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file || !enabled) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, enabled])
  return url
}

/** Selects one file by button or drop, with thumbnail, size and upload progress. */
export const FileField = (props: FileFieldProps) => {
  const { value, onChange, check, picture, storedUrl, progress, buttonLabel = 'Choose a file' } = props
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const preview = usePreview(value, picture)
  const off = isOff(props) || progress !== undefined
  const take = (file: File | undefined) => {
    if (!file) return
    const why = check?.(file) ?? null
    setRefused(why)
    if (!why) onChange?.(file)
  }
  const shown = preview ?? (picture && !value ? storedUrl : null)
  const words: ReactNode = value ? (
    <>
      {value.name} <span className="mut">{fileSize(value.size)}</span>
    </>
  ) : (
    <span className="mut">
      {isOff(props)
        ? !storedUrl && 'No file chosen.'
        : storedUrl
          ? 'Drop another here'
          : 'No file chosen. It can be dropped here.'}
    </span>
  )
  return (
    <Field {...props} error={props.error ?? (refused && <span role="alert">{refused}</span>)}>
      {(control) => (
        <div
          className="file-field"
          role="group"
          aria-labelledby={`${control.id}-label`}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(!off)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            if (!off) take(event.dataTransfer.files[0])
          }}
        >
          {shown && <img className="picture" src={shown} alt="" />}
          <Button
            size="s"
            icon={IconUpload}
            disabledReason={props.disabledReason ?? (off ? 'Please wait...' : null)}
            onClick={() => input.current?.click()}
          >
            {buttonLabel}
          </Button>
          <span className="words">{words}</span>
          {value && !off && (
            <IconButton
              size="s"
              variant="quiet"
              icon={IconX}
              label={`Do not use ${value.name}`}
              onClick={() => {
                onChange?.(null)
                setRefused(null)
              }}
            />
          )}
          {!value && storedUrl && props.onRemoveStored && (
            <Button size="s" variant="danger-quiet" onClick={props.onRemoveStored}>
              Delete
            </Button>
          )}
          <input
            {...control}
            ref={input}
            type="file"
            className="vh"
            tabIndex={-1}
            accept={props.accept}
            disabled={off}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          {progress !== undefined && (
            <span
              className="meter"
              role="progressbar"
              aria-label="Sent"
              aria-valuenow={Math.round(progress * 100)}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <i style={{ width: `${progress * 100}%` }} />
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
