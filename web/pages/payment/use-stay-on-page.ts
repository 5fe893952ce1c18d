import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/** Asks for confirmation before the page is left, by a link or by the browser, while `isNeeded`. */
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
