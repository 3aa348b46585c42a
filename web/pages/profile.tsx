import { EditProfile } from '../features/account/edit-profile.tsx'
import { OwnApps } from '../features/applications/own-apps.tsx'
import { OwnFeeds } from '../features/calendar-feeds/own-feeds.tsx'
import { OwnData } from '../features/personal-data/own-data.tsx'
import { OwnFactors } from '../features/second-factors/own-factors.tsx'
import { OwnSessions } from '../features/sessions/sessions.tsx'
import { useMay } from '../lib/session/session.tsx'
import { Page } from '../ui/layout/page.tsx'

/** /profile: the user's own profile. */
export default function ProfilePage() {
  return (
    <Page crumbs={[{ label: 'Profile' }]} title="Profile">
      <EditProfile
        ownData={<OwnData />}
        sessions={<OwnSessions />}
        calendars={useMay('feed.own') ? <OwnFeeds /> : null}
        applications={useMay('app.own') ? <OwnApps /> : null}
        factors={<OwnFactors />}
      />
    </Page>
  )
}
