import { useRevalidator } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Contract } from '#contract/api.ts'
import { toast } from '#web/ui/toast.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { AccountSection } from './account-section.tsx'
import { parseDeviceName } from './device-name.ts'

type OwnSession = CallResponse<Contract['GET /auth/list-sessions']>['sessions'][number]

const Row = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const { sessions } = useMessages(accountMessages).account
  const { moment: formatMoment } = useFormat()
  const name = parseDeviceName(session.device)
  const device = name ? sessions.on(name.browser, name.system) : sessions.unknown
  return (
    <li className="session">
      <div>
        <b>{device}</b> {session.isThisOne && <span className="badge badge--good">{sessions.thisOne}</span>}
        <p className="account__text">
          {sessions.since(formatMoment(session.signedInAt))}
          <br />
          {sessions.seen(formatMoment(session.lastSeenAt))}
        </p>
      </div>
      {!session.isThisOne && (
        <button className="btn btn--line" type="button" aria-label={sessions.endLabel(device)} onClick={onEnd}>
          {sessions.end}
        </button>
      )}
    </li>
  )
}

/** Sessions beyond these are folded. */
const shownSessions = 5

/** The list of active sessions, with buttons to end them. */
export const AccountSessions = ({ list }: { list: OwnSession[] }) => {
  const { sessions } = useMessages(accountMessages).account
  const { digits } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const end = (id: string) =>
    run(async () => {
      await client('POST /auth/revoke-session', { body: { id } }, { as: 'anyone' })
      toast.success(sessions.ended)
      await revalidate()
    })
  const toRows = (some: OwnSession[]) =>
    some.map((session) => <Row key={session._id} session={session} onEnd={() => end(session._id)} />)
  const endOthers = () =>
    run(async () => {
      await client('POST /auth/revoke-other-sessions', {}, { as: 'anyone' })
      toast.success(sessions.endedOthers)
      await revalidate()
    })
  return (
    <AccountSection id="sessions" heading={sessions.heading}>
      <ul className="sessions" aria-busy={isBusy}>
        {toRows(list.slice(0, shownSessions))}
      </ul>
      {list.length > shownSessions && (
        <details className="folded">
          <summary>{sessions.more(digits(list.length - shownSessions))}</summary>
          <ul className="sessions">{toRows(list.slice(shownSessions))}</ul>
        </details>
      )}
      {list.length > 1 && (
        <button className="btn btn--line" type="button" onClick={endOthers}>
          {sessions.endOthers}
        </button>
      )}
    </AccountSection>
  )
}
