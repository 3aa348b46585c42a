/** Edges in pixels of the window. */
export type Box = { left: number; top: number; right: number; bottom: number }

const step = 16
/** How far a message may rise above its place. */
const maxRise = 160

const moved = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const steps = (to: number): number[] => Array.from({ length: Math.max(1, Math.floor(to / step) + 1) }, (_, at) => at * step)

/**
 * How far a message moves so that it covers no control: along its line, then within the foot below it, then upwards. It stays if there is no
 * such place. [seat §13](docs/design/seat.md#13).
 */
export function freeShift(
  box: Box,
  { controls, right, foot }: { controls: readonly Box[]; right: number; foot: Box | null },
): { x: number; y: number } {
  const intoFoot = foot ? [(foot.top + foot.bottom - box.top - box.bottom) / 2] : []
  const upwards = steps(maxRise).map((rise) => -rise)
  for (const y of [0, ...intoFoot, ...upwards.slice(1)]) {
    const x = steps(right - box.right).find((shift) => !controls.some((control) => overlaps(moved(box, shift, y), control)))
    if (x !== undefined) return { x, y }
  }
  return { x: 0, y: 0 }
}

const controlsSelector = 'a[href], button, input, select, textarea, summary, label, [role="button"]'
const footSelector = ':is(.savebar, .pfoot)'

const boxesOf = (elements: Iterable<Element>): Box[] =>
  [...elements].map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0)

const isBelow = (foot: Box, { left, right, bottom }: Box): boolean =>
  foot.top >= bottom && foot.bottom <= innerHeight && foot.left <= left && foot.right >= right

/** Moves a message off the controls of the page, of which those below the foot are not seen, or of the dialog that it is in. */
export function moveOffControls(layer: HTMLElement): void {
  layer.style.translate = ''
  const box = layer.getBoundingClientRect()
  const dialog = layer.closest('dialog')
  const main = dialog ?? document.querySelector('main')
  const footElement = [...document.querySelectorAll(footSelector)].find((one) => isBelow(one.getBoundingClientRect(), box))
  const foot = footElement?.getBoundingClientRect() ?? null
  const outside = [...(main?.querySelectorAll(controlsSelector) ?? [])].filter(
    (control) => !footElement?.contains(control) && !layer.contains(control),
  )
  const seen = boxesOf(outside).map(({ left, top, right, bottom }) => ({
    left,
    top,
    right,
    bottom: Math.min(bottom, foot?.top ?? bottom),
  }))
  const { x, y } = freeShift(box, {
    controls: [...seen, ...boxesOf(footElement?.children ?? [])],
    right: ((dialog ? null : main)?.getBoundingClientRect().right ?? innerWidth) - step,
    foot,
  })
  if (x !== 0 || y !== 0) layer.style.translate = `${x}px ${y}px`
}
