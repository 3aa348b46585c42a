import { showDateTime } from '@gya/domain/common/dates.ts'

/** "The last-login display reads that the user is using the app, or has not yet logged in. Its format is DD/MM/YYYY hh:mma." `inColumn`: its head says what the date is. */
export const LastLogin = ({ at, inColumn = false }: { at: string | null; inColumn?: boolean }) =>
  at ? (
    <>
      <span className="mut">Using the app{inColumn ? ', ' : ', last login '}</span>
      <time className="tnum" dateTime={at}>
        {showDateTime(at)}
      </time>
    </>
  ) : (
    <span className="mut">Has not yet logged in</span>
  )
