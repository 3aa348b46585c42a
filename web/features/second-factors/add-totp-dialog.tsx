import './second-factors.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { confirmTotp, startTotp } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { readTotpCode } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { totpAdded } from './second-factors.messages.ts'

/** A QR code as one path: the content security policy allows no inline styles or data URLs. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 0 }), [text])
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

type Props = { onClose: () => void; onAdded: () => void }

/** Shows the secret once, as a QR code and as text; it becomes active when one of its codes has been entered. */
export function AddTotpDialog({ onClose, onAdded }: Props) {
  const starting = useSave(startTotp, { ...totpAdded, quiet: true })
  const saving = useSave(confirmTotp, totpAdded)
  const [made, setMade] = useState<Wire<typeof startTotp, 'response'> | null>(null)
  const [code, setCode] = useState('')
  const started = useRef(false)
  const start = useRef(starting.save)
  useEffect(() => {
    // Effects run twice in development, and each call makes a new secret.
    if (started.current) return
    started.current = true
    void start.current({ body: {} }).then(setMade)
  }, [])
  const add = async () => {
    if (readTotpCode(code) !== null && (await saving.save({ body: { code } })) !== null) onAdded()
  }
  const wrong = saving.error?.issues.find(({ path }) => path === 'code')?.message
  const refused = starting.error ?? (wrong ? null : saving.error)
  return (
    <Dialog
      open
      title="Add an authenticator app"
      onClose={onClose}
      onSubmit={() => void add()}
      locked={saving.pending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={saving.pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={saving.pending}
            disabledReason={made === null || readTotpCode(code) === null ? 'Enter the 6 digits of the app first' : null}
          >
            Add
          </Button>
        </>
      }
    >
      {saving.overlay}
      {refused && <Notice tone="bad">{refusalText(refused, totpAdded.failure)}</Notice>}
      {made === null && !starting.error && <SkeletonLines lines={6} />}
      {made && (
        <>
          <div className="totp-setup">
            <QrCode text={made.uri} />
            <ol>
              <li>Open the authenticator app of your phone and add an account.</li>
              <li>
                Scan the square, or type this key: <b className="totp-secret">{inGroups(made.secret)}</b>
              </li>
              <li>Enter the code that the app shows.</li>
            </ol>
          </div>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(text) => {
              setCode(text)
              saving.reset()
            }}
            error={wrong && <span role="alert">{wrong}</span>}
          />
        </>
      )}
    </Dialog>
  )
}
