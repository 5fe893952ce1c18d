import { useMessages } from '#web/context/app-context.ts'

/**
 * Says what a form or a page needs where the scripts do not run: they are off, or the browser is older than the oldest that
 * they work in. web/context/theme-script.ts decides which; the style sheet hides the note elsewhere.
 */
export const NoScriptsNote = () => {
  const { loading } = useMessages()
  return <p className="note note--warn no-scripts">{loading.noScripts}</p>
}
