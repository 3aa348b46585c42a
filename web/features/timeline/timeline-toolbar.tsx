import { IconDots } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { CheckField, SwitchField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Menu, type MenuEntry, type MenuItem } from '../../ui/overlays/menu.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { completionDateFieldId } from './step-row.tsx'
import type { TimelineEdit } from './use-timeline-edit.ts'

type Toggle = { label: string; checked: boolean; onChange: (checked: boolean) => void }

type Props = {
  edit: TimelineEdit
  /** Whether the sale is agreed. */
  hasSale: boolean
  /** Show all steps, and the templates whose steps are kept. */
  toggles: readonly [Toggle, ...Toggle[]]
  fallOff: MenuItem | undefined
}

const itemOf = ({ label, checked, onChange }: Toggle): MenuItem => ({
  label,
  checked,
  toggle: true,
  onSelect: () => onChange(!checked),
})

/**
 * One line above the tracks. What does not fit is in a menu: templates in narrow windows, in the narrowest behind an icon, on a phone also Show
 * all steps and the fall-off.
 */
export function TimelineToolbar({ edit, hasSale, toggles: [showAll, ...templates], fallOff }: Props) {
  const isPhone = useIsPhone()
  const isNarrow = useMediaQuery('(width < 1400px)')
  const ofPhone: MenuEntry[] = [itemOf(showAll), ...templates.map(itemOf), ...(fallOff ? ['line' as const, fallOff] : [])]
  const keepSteps = { label: 'Keep steps of', size: 's', variant: 'quiet', items: templates.map(itemOf) } as const
  return (
    <div className="above-tracks">
      <div className="toolbar timeline-toolbar">
        {!isPhone && (
          <>
            <SwitchField {...showAll} />
            {isNarrow ? (
              <>
                <span className="in-words">
                  <Menu {...keepSteps} />
                </span>
                <span className="by-icon">
                  <Menu {...keepSteps} icon={IconDots} />
                </span>
              </>
            ) : (
              <span className="keep-steps">
                <span className="mut">Keep steps of</span>
                {templates.map((template) => (
                  <CheckField key={template.label} {...template} />
                ))}
              </span>
            )}
            <span className="spacer" />
          </>
        )}
        {hasSale && (
          <section className="sale-strip" aria-label="Sale">
            <DateField
              id={completionDateFieldId}
              label="Completion date"
              placeholder="Not set"
              {...edit.dateField('completionDate', {
                day: edit.completionDate,
                set: edit.setCompletionDate,
                clear: () => edit.setCompletionDate(null),
              })}
            />
            <CheckField label="Invoice sent" checked={edit.invoiceSent} onChange={edit.setInvoiceSent} />
          </section>
        )}
        {isPhone ? (
          <Menu label="More" icon={IconDots} size="s" variant="quiet" items={ofPhone} />
        ) : (
          fallOff && (
            <Button
              variant="danger"
              size="s"
              aria-haspopup="dialog"
              disabledReason={fallOff.disabledReason}
              onClick={fallOff.onSelect}
            >
              {fallOff.label}
            </Button>
          )
        )}
      </div>
    </div>
  )
}
