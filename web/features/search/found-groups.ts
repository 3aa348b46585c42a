import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { phaseLabels } from '@gya/domain/features/timeline/phase.ts'
import { IconBuildingStore, IconHome, IconNote, IconPhone, IconUser, IconUsers } from '@tabler/icons-react'
import { contactActions, type ItemContext, list, type PaletteGroup, pageOf, saleActions } from './palette-items.ts'
import type { Found } from './use-search.ts'

const countText = (group: { count: number; more: boolean } | undefined): string => `${group?.count ?? 0}${group?.more ? '+' : ''}`

/** Groups of search hits, in the order "Properties, People, Firms, Notes", then conversations. */
export function foundGroups(context: ItemContext, found: Found): PaletteGroup[] {
  const { to } = context
  const { properties, people, firms, notes, conversations } = found
  const groups: PaletteGroup[] = [
    {
      title: 'Properties',
      count: countText(properties),
      items: (properties?.data ?? []).map((hit) => ({
        id: `property-${hit.propertyId}`,
        icon: IconHome,
        title: hit.line1,
        about: list(hit.postcode, phaseLabels[hit.phase], hit.branch, hit.owner, hit.buyer),
        end: hit.isOwn ? 'Yours' : undefined,
        to: pageOf(context, '/property/timeline', hit),
        actions: saleActions(context, hit),
      })),
    },
    {
      title: 'People',
      count: countText(people),
      items: (people?.data ?? []).map((hit) => {
        const id = `${hit.kind}-${hit.id}`
        const { ref, property } = hit
        const who = { vendor: 'Vendor of', buyer: 'Buyer of', additional: 'Contact at', poc: '', colleague: '' }[hit.kind]
        const about = {
          poc: list(hit.firm, hit.sales > 0 && showCount(hit.sales, 'sale')),
          colleague: 'Colleague',
        }[hit.kind as string]
        return {
          id,
          icon: hit.kind === 'colleague' ? IconUsers : IconUser,
          title: hit.name,
          about: about ?? list(property && `${who} ${property.line1}`, property?.town, hit.sales > 1 && `${hit.sales - 1} more`),
          to: ref === null ? to('/today', {}, { who: hit.id }) : to('/chase', {}, { party: ref }),
          actions: ref === null ? [] : contactActions(context, id, { ref, tel: hit.tel, email: hit.email, sale: property }),
        }
      }),
    },
    {
      title: 'Firms',
      count: countText(firms),
      items: (firms?.data ?? []).map((hit) => ({
        id: `firm-${hit.id}`,
        icon: IconBuildingStore,
        title: hit.name,
        about: list(hit.tel, hit.sales > 0 && showCount(hit.sales, 'sale')),
        to: to('/chase', {}, { party: hit.ref }),
        actions: contactActions(context, `firm-${hit.id}`, { ref: hit.ref, tel: hit.tel, email: hit.email, sale: null }),
      })),
    },
    {
      title: 'Notes',
      count: countText(notes),
      items: (notes?.data ?? []).map((hit) => ({
        id: `note-${hit.noteId}`,
        icon: IconNote,
        title: `“${hit.excerpt}”`,
        about: hit.property.line1,
        end: showDate(londonDay(hit.createdon)),
        to: pageOf(context, '/property/notes', hit.property),
        actions: saleActions(context, hit.property),
      })),
    },
    {
      title: 'Conversations',
      count: countText(conversations),
      items: (conversations?.data ?? []).map((hit) => ({
        id: `conversation-${hit.conversationId}-${hit.property.propertyId}`,
        icon: IconPhone,
        title: `“${hit.excerpt}”`,
        about: list(hit.party, hit.property.line1),
        end: showDate(londonDay(hit.at)),
        to: to('/chase', {}, { party: hit.ref, tab: 'conversations' }),
        actions: saleActions(context, hit.property),
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
