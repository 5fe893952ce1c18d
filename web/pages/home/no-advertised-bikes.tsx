import { homeMessages } from '#web/i18n/en/home.ts'
import { useMessages } from '#web/context/app-context.ts'
import { EmptyState } from '#web/components/empty-state.tsx'

/** Shown when no bike is advertised. */
export const NoAdvertisedBikes = () => {
  const { emptyHeading, emptyText, emptyAction } = useMessages(homeMessages).advertised
  return (
    <EmptyState
      heading={emptyHeading}
      action={
        <a className="btn btn--primary" href="#products">
          {emptyAction}
        </a>
      }
    >
      {emptyText}
    </EmptyState>
  )
}
