import { chainStatusWords, statusOfLinks } from '@gya/domain/features/chain/chain-status.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { useMay } from '../../platform/session.tsx'
import { inWords, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { chainStatusSaved } from './chain.messages.ts'
import type { Params, Property } from './chain-types.ts'
import { lightOf } from './link-words.ts'

/** The chain status that the saved links imply, with one click, while the status is unknown. */
export function StatusProposal({ property, params }: { property: Property; params: Params }) {
  const mayEdit = useMay('property.edit')
  const saving = useSave(updateManagementInfo, chainStatusSaved)
  const implied = statusOfLinks(
    property.chain.items.map((link) => {
      const { state } = lightOf(link)
      return { thisProperty: link.thisProperty, standing: state === 'none' ? 'unknown' : state }
    }),
  )
  if (property.mi.chain !== 3 || implied === null) return null
  return (
    <>
      {saving.overlay}
      <Notice
        tone="info"
        title="The chain status of this property is Unknown"
        action={
          mayEdit && (
            <Button
              size="s"
              pending={saving.pending}
              onClick={() => void saving.save({ params, body: { chain: implied, version: property.version } })}
            >
              Set to {chainStatusWords[implied]}
            </Button>
          )
        }
      >
        {saving.error ? inWords(saving.error, chainStatusSaved.failure) : `Its links say: ${chainStatusWords[implied]}.`}
      </Notice>
    </>
  )
}
