// The question before an act, whose code comes when it is asked: lists have many buttons, of which few are pressed.
import { type ComponentProps, lazy, Suspense } from 'react'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const Confirm = lazy(async () => ({ default: (await import('#web/ui/confirm.tsx')).Confirm }))

export const LazyConfirm = (props: ComponentProps<typeof Confirm>) => (
  <Suspense fallback={<LoadingPart />}>
    <Confirm {...props} />
  </Suspense>
)
