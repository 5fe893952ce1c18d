import { useRevalidator } from 'react-router'
import type { Answer } from '#contract/call.ts'
import type { Contract } from '#contract/api.ts'
import { toast } from '#web/ui/toast.ts'
import { useDeed } from '#web/ui/forms/use-form-submit.ts'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'
import { AccountPart } from './account-section.tsx'
import { deviceName } from './device-name.ts'

export type OwnSession = Answer<Contract['GET /auth/list-sessions']>['sessions'][number]

const Row = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const { sessions } = useChapter(account).account
  const { moment: when } = useFigures()
  const name = deviceName(session.device)
  const device = name ? sessions.on(name.browser, name.system) : sessions.unknown
  return (
    <li className="session">
      <div>
        <b>{device}</b> {session.isThisOne && <span className="badge badge--good">{sessions.thisOne}</span>}
        <p className="account__text">
          {sessions.since(when(session.signedInAt))}
          <br />
          {sessions.seen(when(session.lastSeenAt))}
        </p>
      </div>
      {!session.isThisOne && (
        <button className="btn btn--line" type="button" aria-label={sessions.endOf(device)} onClick={onEnd}>
          {sessions.end}
        </button>
      )}
    </li>
  )
}

/** Where the account is logged in, and how to end that. */
export const AccountSessions = ({ list }: { list: OwnSession[] }) => {
  const { sessions } = useChapter(account).account
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isBusy, act] = useDeed()
  const end = (id: string) =>
    act(async () => {
      await client('POST /auth/revoke-session', { body: { id } }, { as: 'anyone' })
      toast.success(sessions.ended)
      await revalidate()
    })
  const endOthers = () =>
    act(async () => {
      await client('POST /auth/revoke-other-sessions', {}, { as: 'anyone' })
      toast.success(sessions.endedOthers)
      await revalidate()
    })
  return (
    <AccountPart id="sessions" heading={sessions.heading}>
      <ul className="sessions" aria-busy={isBusy}>
        {list.map((one) => (
          <Row key={one._id} session={one} onEnd={() => end(one._id)} />
        ))}
      </ul>
      {list.length > 1 && (
        <button className="btn btn--line" type="button" onClick={endOthers}>
          {sessions.endOthers}
        </button>
      )}
    </AccountPart>
  )
}
