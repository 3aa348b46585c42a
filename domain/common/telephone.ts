/**
 * "Telephone as a link `tel:` in international form (0118 496 0201 → `tel:+441184960201`; an extension after x or ext →
 * `;ext=`); fewer than 6 digits is text, not a link." Day design, section 4. National numbers are British. Null: no link.
 */
export function telephoneLink(tel: string): string | null {
  const extension = /(?:extension|ext\.?|x) ?(\d{1,10})$/i.exec(tel.trim())
  const international = toInternational(extension ? tel.trim().slice(0, extension.index) : tel)
  if (international.replace('+', '').length < 6) return null
  return `tel:${international}${extension ? `;ext=${extension[1]}` : ''}`
}

/** `+44 (0)118` has a zero that is dialled only within Britain. */
function toInternational(number: string): string {
  const digits = number
    .replace('(0)', number.trim().startsWith('+') || number.trim().startsWith('00') ? '' : '0')
    .replace(/\D/g, '')
  if (number.trim().startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  if (digits.startsWith('0') && digits.length >= 6) return `+44${digits.slice(1)}`
  return digits
}
