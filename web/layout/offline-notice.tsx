import { useSyncExternalStore } from 'react'
import { useWords, useWorld } from '#web/context/app-context.ts'

const nothing = () => () => {}
const here = () => false

/** Says that what is shown may be old. It is always on the page, so that screen readers notice what is put in. */
export const AwayNote = () => {
  const { away } = useWords()
  const { connection } = useWorld()
  const isAway = useSyncExternalStore(connection?.subscribe ?? nothing, connection?.isAway ?? here, here)
  return (
    <div className="away" role="status">
      {isAway && <p className="wrap">{away.note}</p>}
    </div>
  )
}
