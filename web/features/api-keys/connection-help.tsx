import './api-keys.css'
import { Link } from '../../ui/navigation/link.tsx'

/** Explains the purpose of each type of connection. */
export const ConnectionHelp = () => (
  <dl className="connection-help">
    <div>
      <dt>A key</dt>
      <dd>Your program asks GYA, or writes to it: a website that lists your properties, a report, a form that books viewings.</dd>
    </div>
    <div>
      <dt>A webhook</dt>
      <dd>GYA tells your program at once what happened: your accounts hear of an exchange, your website of an accepted offer.</dd>
    </div>
    <div>
      <dt>An application</dt>
      <dd>A program that a person connects. It acts for that person and sees at most what they see.</dd>
    </div>
    <div>
      <dt>A calendar</dt>
      <dd>
        Viewings, surveys and completions in Outlook, Google or Apple. Each person makes their own on their{' '}
        <Link className="link" to="/profile">
          profile
        </Link>
        .
      </dd>
    </div>
  </dl>
)
