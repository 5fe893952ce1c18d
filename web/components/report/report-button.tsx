import { Flag } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useApp, useMessages, useSession } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Reported } from './reported.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

/** Reports a bike or a seller. A visitor logs in first; for a moderator the dialog of a bike hides it. */
export const ReportButton = ({ about }: { about: Reported }) => {
  const { report } = useMessages(bikePageMessages)
  const { session, language } = useApp()
  const { pathname, search } = useLocation()
  const isMember = useSession().state === 'member'
  const [, run] = useAction()
  const [opened, setOpened] = useState<{ mayHide: boolean }>()
  const open = () =>
    run(async () => {
      const [{ isModerator }] = await Promise.all([session.getRoles(), loadMemberMessages(language)])
      setOpened({ mayHide: isModerator && 'productId' in about })
    })
  const label = (
    <>
      <Icon of={Flag} size={18} /> {'productId' in about ? report.bike : report.seller}
    </>
  )
  if (!isMember)
    return (
      <Link className="btn btn--quiet" to={toLoginPath(pathname + search)}>
        {label}
      </Link>
    )
  return (
    <>
      <button className="btn btn--quiet" type="button" onClick={open}>
        {label}
      </button>
      {opened && (
        <Suspense fallback={<LoadingPart />}>
          <ReportDialog about={about} mayHide={opened.mayHide} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
