import { defaultBrandColour } from '@gya/domain/common/default-brand-colour.ts'
import { brandColours, parseHex } from '../theme/brand-colour.ts'
import { Field, type FieldProps, isOff, useFieldValue } from './field.tsx'

/** The value is `#rrggbb`, or the typed text while it is not a colour. */
export type ColourFieldProps = FieldProps<string>

/** Colour picker, hex value, and a preview of text on the colour in both schemes. */
export const ColourField = (props: ColourFieldProps) => {
  const [colour, setColour] = useFieldValue(props, '')
  const isValid = parseHex(colour) !== undefined
  const { light, dark } = brandColours(colour)
  const off = isOff(props) || props.readOnly
  const error =
    props.error ?? (colour && !isValid ? 'Enter a colour as # and six figures or letters, such as #1b2b4b.' : undefined)
  return (
    <Field {...props} error={error}>
      {(control, labelId) => (
        <span className="colour-field">
          <input
            type="color"
            aria-label="Pick a colour"
            aria-describedby={labelId}
            value={isValid ? light.brand : defaultBrandColour}
            disabled={off}
            onChange={(event) => setColour(event.currentTarget.value)}
          />
          <input
            {...control}
            className="in"
            type="text"
            spellCheck={false}
            autoComplete="off"
            placeholder="#1b2b4b"
            value={colour}
            disabled={off}
            onChange={(event) => setColour(event.currentTarget.value)}
            onBlur={props.onBlur}
          />
          {[light, dark].map((shades, index) => (
            <span
              key={index === 0 ? 'light' : 'dark'}
              className="colour-sample"
              style={{ background: shades.brand, color: shades.onBrand }}
            >
              {index === 0 ? 'Light' : 'Dark'}
            </span>
          ))}
        </span>
      )}
    </Field>
  )
}
