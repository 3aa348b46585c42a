import './calendar-feeds.css'
import { ShownOnceDialog } from '../../lib/forms/shown-once-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** "Copy address, how to add it in Outlook, Google and Apple." [connect §5](docs/design/connect.md#5); "the address is shown once". */
export function FeedAddressDialog({ name, address, onClose }: { name: string; address: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={name}
      intro={<p>Add this address to your calendar program. It is not shown again.</p>}
      secret={address}
      copyLabel="Copy address"
      doneLabel="I have added it"
      onClose={onClose}
    >
      <Notice tone="warn">Whoever has the address reads the dates. If it gets out, end this calendar and make a new one.</Notice>
      <dl className="feed-programs">
        <div>
          <dt>Outlook</dt>
          <dd>Calendar › Add calendar › Subscribe from web. Paste the address.</dd>
        </div>
        <div>
          <dt>Google Calendar</dt>
          <dd>On a computer: Other calendars › + › From URL. Paste the address.</dd>
        </div>
        <div>
          <dt>Apple Calendar</dt>
          <dd>
            <a href={address.replace(/^https?:/, 'webcal:')}>Subscribe on this device</a>, or File › New Calendar Subscription.
          </dd>
        </div>
      </dl>
      <p className="mut t12">Programs look for changes themselves: Apple and Outlook about every hour, Google within a day.</p>
    </ShownOnceDialog>
  )
}
