import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** Asks for confirmation before the page is left, by a link or by the browser, while `isNeeded`. */
export const useStayOnPage = (isNeeded: boolean, question: string) => {
  // The router learns of a new function only after the page is painted; a link that is clicked at once must not be asked about.
  const needed = useRef(isNeeded)
  useLayoutEffect(() => {
    needed.current = isNeeded
  }, [isNeeded])
  const blocker = useBlocker(() => needed.current && !window.confirm(question))
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
