/**
 * "The item that is this property or that is linked (in a chain of more than one) has a read-only name. Only the last item
 * in the chain (the first in the display) may carry a buyer name." Property document, section 4.
 */
type NamedLink = { thisProperty: boolean; propertyRef: string | null; propertyName: string; personName: string }

/** Whether the names of an item are its property's own and not to be typed. */
export const hasReadOnlyName = (item: Pick<NamedLink, 'thisProperty' | 'propertyRef'>, links: number): boolean =>
  links > 1 && (item.thisProperty || item.propertyRef !== null)

/**
 * A chain as it is kept: the item that is this property refers to it, and what was sent of names that are read-only is
 * left out, as the property itself says them.
 */
export const normaliseChain = <Item extends NamedLink>(items: readonly Item[], propertyId: string): Item[] =>
  items.map((item) => ({
    ...item,
    propertyRef: item.thisProperty ? (item.propertyRef ?? propertyId) : item.propertyRef,
    propertyName: item.thisProperty || item.propertyRef !== null ? '' : item.propertyName,
    personName: hasReadOnlyName(item, items.length) ? '' : item.personName,
  }))
