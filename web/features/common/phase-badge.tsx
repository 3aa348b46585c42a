import { Tag, type TagTone } from '../../ui/tag.tsx'

/** Phase of a property, derived by the domain. */
export type Phase = 'withdrawn' | 'completed' | 'exchanged' | 'sold' | 'forSale' | 'preForSale'

const phases: Record<Phase, readonly [words: string, tone: TagTone]> = {
  withdrawn: ['Withdrawn', 'grey'],
  completed: ['Completed', 'good'],
  exchanged: ['Exchanged', 'good'],
  sold: ['Sold STC', 'blue'],
  forSale: ['For sale', 'accent'],
  preForSale: ['Pre for sale', 'grey'],
}

export const phaseLabel = (phase: Phase): string => phases[phase][0]

export const PhaseBadge = ({ phase }: { phase: Phase }) => <Tag tone={phases[phase][1]}>{phases[phase][0]}</Tag>
