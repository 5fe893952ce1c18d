import { Wheel } from './spinner.tsx'
import { useWords } from '#web/context/app-context.ts'

/** The specification's spinner: stands where a screen will, while the session or the screen's data is awaited. */
export const Waiting = () => {
  const { shop, waiting } = useWords()
  return (
    <div className="waiting">
      <title>{shop}</title>
      <span role="status">
        <Wheel size={44} className="wheel" />
        <span className="sr-only">{waiting.label}</span>
      </span>
      <noscript>
        <p className="note note--warn">{waiting.noScripts}</p>
      </noscript>
    </div>
  )
}
