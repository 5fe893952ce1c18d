import { CircleX, Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** What failed, in place of what should stand here, and a way to try again. */
export const FailedNote = ({ message, retry, onRetry }: { message: string; retry: string; onRetry: () => void }) => (
  <div className="note note--stop" role="alert">
    <CircleX size={20} aria-hidden />
    <span>
      {message}{' '}
      <button className="note__retry" type="button" onClick={onRetry}>
        {retry}
      </button>
    </span>
  </div>
)

export const Note = ({ children }: { children: ReactNode }) => (
  <p className="note">
    <Info size={20} aria-hidden />
    <span>{children}</span>
  </p>
)
