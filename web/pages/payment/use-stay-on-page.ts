import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/** Asks before the page is left, by a link of ours or by the browser, as long as `isNeeded`. */
export const useStayOnPage = (isNeeded: boolean, question: string) => {
  const blocker = useBlocker(() => isNeeded && !window.confirm(question))
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
