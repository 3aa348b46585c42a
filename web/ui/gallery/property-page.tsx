import { IconMessagePlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Page } from '../../layouts/page.tsx'
import { PropertyHeader, propertyTabs } from '../../layouts/property-header.tsx'
import { Button, LinkButton } from '../button.tsx'

/** A property page of the gallery. */
export const PropertyPage = ({ name, children }: { name: string; children: ReactNode }) => (
  <Page
    crumbs={[
      { label: 'Larkmead', to: '/company/edit' },
      { label: 'Tilehurst', to: '/branch/edit' },
      { label: '27 Rodway Road', to: '/property/edit' },
      { label: name },
    ]}
    header={
      <PropertyHeader
        line1="27 Rodway Road"
        rest="Tilehurst, Reading, RG30 6DT"
        phase="sold"
        askingPrice={385_000}
        agreedPrice={378_500}
        chain="incomplete"
        warning={{ text: 'Searches back, overdue by 4 days' }}
        progressor={{ name: 'Tamsin Larkspur' }}
        actions={() => (
          <>
            <LinkButton to="/branch/edit" variant="quiet" size="s">
              Go to branch
            </LinkButton>
            <LinkButton to="/branch/report" variant="quiet" size="s">
              Go to branch workflow
            </LinkButton>
            <Button size="s" icon={IconMessagePlus}>
              Add a note
            </Button>
          </>
        )}
      />
    }
    tabs={{
      label: 'Property',
      items: propertyTabs((path) => path, { viewings: 12, offers: 5, notes: 8, files: 3, fallOffs: 1 }),
    }}
  >
    {children}
  </Page>
)
